/** Funds whose list of employers is wrong. */
import { createHash } from "node:crypto"
import { lookupAbns } from "../magicValues.ts"
import { type Hooks, type ListFile, ofGroup } from "./Fault.ts"

/** Changes the text of the list. */
const rewriting = (change: (text: string) => ListFile["text"]): Hooks => ({
  list: ({ name, text }) => ({ name, text: change(String(text)) })
})

export const list = ofGroup("list", [
  {
    name: "list-without-header",
    sentence: "The list has no first line that names its columns.",
    killedBy: ["LIST-2.6-1"],
    finding: "fail: The first line must be the header: abn, or abn,employer_number.",
    play: () => rewriting((text) => text.replace(/^.*\n/, ""))
  },
  {
    name: "list-with-semicolons",
    sentence: "The cells of the list are separated by semicolons.",
    killedBy: ["LIST-2.6-1"],
    finding: "fail: The cells aren't separated by commas. Use commas.",
    play: () => rewriting((text) => text.replaceAll(",", ";"))
  },
  {
    name: "list-in-utf-16",
    sentence: "The list is written in UTF-16.",
    killedBy: ["LIST-2.6-2"],
    finding: "fail: The file is UTF-16. Save it as UTF-8.",
    play: () => rewriting((text) => Buffer.from(`\uFEFF${text}`, "utf16le"))
  },
  {
    name: "list-as-workbook",
    sentence: "The list is an Excel workbook.",
    killedBy: ["LIST-2.6-2"],
    finding:
      "fail: This is an Excel workbook. In Excel choose Save As, then CSV UTF-8 (Comma delimited), and supply the file that this writes.",
    play: () => rewriting((text) => Buffer.from(`PK\u0003\u0004${text}`))
  },
  {
    name: "list-with-short-rows",
    sentence: "The list leaves out the comma where an employer has no number.",
    killedBy: ["LIST-2.6-3"],
    finding: "fail: The row has fewer cells than the header.",
    play: () => rewriting((text) => text.replaceAll(/,.*$/gm, (cell, at) => (at < 20 ? cell : "")))
  },
  {
    name: "list-of-nobody",
    sentence: "The list is empty but for its header.",
    killedBy: ["LIST-2.6-4"],
    finding:
      "fail: The file has no employers. An empty list is never accepted; call your contact if you mean it.",
    play: () => rewriting((text) => text.replace(/\n[^]*$/, "\n"))
  },
  {
    name: "list-with-rounded-numbers",
    sentence: "The list has ABNs that a spreadsheet rounded.",
    killedBy: ["LIST-2.6-5"],
    finding: "fail: A spreadsheet turned the ABN into a rounded number such as 5.18E+10. Export it as text.",
    play: () =>
      rewriting((text) => text.replaceAll(/^\d{11}/gm, (abn) => `${(Number(abn) / 1e10).toFixed(2)}E+10`))
  },
  {
    name: "list-without-leading-digits",
    sentence: "The list has ABNs without their first two digits.",
    killedBy: ["LIST-2.6-5"],
    finding: "fail: An ABN has 11 digits; spaces and hyphens between them are allowed.",
    play: () => rewriting((text) => text.replaceAll(/^\d{2}(?=\d{9})/gm, ""))
  },
  {
    name: "list-in-another-format",
    sentence: "The list has hashes, and plain ABNs are agreed.",
    killedBy: ["LIST-2.6-6"],
    finding: "fail: The file isn't in the agreed format.",
    play: () =>
      rewriting((text) =>
        text.replaceAll(/^\d{11}/gm, (abn) => createHash("sha256").update(abn).digest("hex"))
      )
  },
  {
    name: "employer-twice",
    sentence: "The list has an employer in two rows.",
    killedBy: ["LIST-2.6-7"],
    finding: "fail: The same employer appears in another row. One of them is used.",
    play: () => rewriting((text) => text.replace(/\n(.*\n)/, "\n$1$1"))
  },
  {
    name: "placeholder-numbers",
    sentence: "The list says unknown where an employer has no number.",
    killedBy: ["LIST-2.6-8"],
    finding: "fail: This employer number is a placeholder, and is left out. Leave the cell empty instead.",
    play: () => rewriting((text) => text.replaceAll(/^(\d{11}),.*$/gm, "$1,unknown"))
  },
  {
    name: "former-employers-listed",
    sentence: "The list has employers that once used the fund.",
    killedBy: ["LIST-2.6-13"],
    finding: "fail: The list names a former employer.",
    play: () => rewriting((text) => `${text}${lookupAbns.former_employer_abn},EMP-000007\n`)
  },
  {
    name: "list-named-in-capitals",
    sentence: "The name of the list is in capitals.",
    killedBy: ["LIST-2.6-16"],
    finding: "fail: Files with this name aren't accepted.",
    play: () => ({ list: ({ name, text }) => ({ name: name.toUpperCase(), text }) })
  }
])
