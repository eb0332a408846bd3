import type { Flaw } from "../Flaw.ts"
export const listInUtf16: Flaw = {
  name: "list-in-utf-16",
  group: "list",
  sentence: "The list is written in UTF-16.",
  killedBy: ["LIST-2.6-2"],
  play: () => ({ list: ({ name, text }) => ({ name, text: Buffer.from(`\uFEFF${text}`, "utf16le") }) })
}
