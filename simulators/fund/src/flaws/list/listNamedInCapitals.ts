import type { Flaw } from "../Flaw.ts"
export const listNamedInCapitals: Flaw = {
  name: "list-named-in-capitals",
  group: "list",
  sentence: "The name of the list is in capitals.",
  killedBy: ["LIST-2.6-16"],
  play: () => ({ list: ({ name, text }) => ({ name: name.toUpperCase(), text }) })
}
