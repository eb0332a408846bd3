import type { Flaw } from "../Flaw.ts"
export const placeholderNumbers: Flaw = {
  name: "placeholder-numbers",
  group: "list",
  sentence: "The list says unknown where an employer has no number.",
  killedBy: ["LIST-2.6-8"],
  play: () => ({
    list: ({ name, text }) => ({ name, text: String(text).replaceAll(/^(\d{11}),.*$/gm, "$1,unknown") })
  })
}
