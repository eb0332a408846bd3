import type { Flaw } from "../Flaw.ts"
export const listWithoutLeadingDigits: Flaw = {
  name: "list-without-leading-digits",
  group: "list",
  sentence: "The list has ABNs without their first two digits.",
  killedBy: ["LIST-2.6-5"],
  play: () => ({
    list: ({ name, text }) => ({ name, text: String(text).replaceAll(/^\d{2}(?=\d{9})/gm, "") })
  })
}
