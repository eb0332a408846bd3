import type { Flaw } from "../Flaw.ts"
export const listWithRoundedNumbers: Flaw = {
  name: "list-with-rounded-numbers",
  group: "list",
  sentence: "The list has ABNs that a spreadsheet rounded.",
  killedBy: ["LIST-2.6-5"],
  play: () => ({
    list: ({ name, text }) => ({
      name,
      text: String(text).replaceAll(/^\d{11}/gm, (abn) => `${(Number(abn) / 1e10).toFixed(2)}E+10`)
    })
  })
}
