import type { Flaw } from "../Flaw.ts"
export const listWithoutHeader: Flaw = {
  name: "list-without-header",
  group: "list",
  sentence: "The list has no first line that names its columns.",
  killedBy: ["LIST-2.6-1"],
  play: () => ({ list: ({ name, text }) => ({ name, text: String(text).replace(/^.*\n/, "") }) })
}
