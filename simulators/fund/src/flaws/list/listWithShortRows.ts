import type { Flaw } from "../Flaw.ts"
export const listWithShortRows: Flaw = {
  name: "list-with-short-rows",
  group: "list",
  sentence: "The list leaves out the comma where an employer has no number.",
  killedBy: ["LIST-2.6-3"],
  play: () => ({
    list: ({ name, text }) => ({
      name,
      text: String(text).replaceAll(/,.*$/gm, (cell, at) => (at < 20 ? cell : ""))
    })
  })
}
