import type { Flaw } from "../Flaw.ts"
export const listAsWorkbook: Flaw = {
  name: "list-as-workbook",
  group: "list",
  sentence: "The list is an Excel workbook.",
  killedBy: ["LIST-2.6-2"],
  play: () => ({ list: ({ name, text }) => ({ name, text: Buffer.from(`PK\u0003\u0004${text}`) }) })
}
