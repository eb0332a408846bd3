import type { Flaw } from "../Flaw.ts"
export const listOfNobody: Flaw = {
  name: "list-of-nobody",
  group: "list",
  sentence: "The list is empty but for its header.",
  killedBy: ["LIST-2.6-4"],
  play: () => ({ list: ({ name, text }) => ({ name, text: String(text).replace(/\n[^]*$/, "\n") }) })
}
