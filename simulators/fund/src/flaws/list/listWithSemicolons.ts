import type { Flaw } from "../Flaw.ts"
export const listWithSemicolons: Flaw = {
  name: "list-with-semicolons",
  group: "list",
  sentence: "The cells of the list are separated by semicolons.",
  killedBy: ["LIST-2.6-1"],
  play: () => ({ list: ({ name, text }) => ({ name, text: String(text).replaceAll(",", ";") }) })
}
