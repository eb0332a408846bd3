import type { Flaw } from "../Flaw.ts"
export const employerTwice: Flaw = {
  name: "employer-twice",
  group: "list",
  sentence: "The list has an employer in two rows.",
  killedBy: ["LIST-2.6-7"],
  play: () => ({ list: ({ name, text }) => ({ name, text: String(text).replace(/\n(.*\n)/, "\n$1$1") }) })
}
