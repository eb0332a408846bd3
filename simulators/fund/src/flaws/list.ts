/** Funds whose list of employers is wrong. */
import { createHash } from "node:crypto"
import { lookupAbns } from "../magicValues.ts"
import { type Hooks, type ListFile, ofGroup } from "./Flaw.ts"

/** Changes the text of the list. */
const rewriting = (change: (text: string) => ListFile["text"]): Hooks => ({
  list: ({ name, text }) => ({ name, text: change(String(text)) })
})

export const list = ofGroup("list", [
  {
    name: "list-without-header",
    sentence: "The list has no first line that names its columns.",
    killedBy: ["LIST-2.6-1"],
    play: () => rewriting((text) => text.replace(/^.*\n/, ""))
  },
  {
    name: "list-with-semicolons",
    sentence: "The cells of the list are separated by semicolons.",
    killedBy: ["LIST-2.6-1"],
    play: () => rewriting((text) => text.replaceAll(",", ";"))
  },
  {
    name: "list-in-utf-16",
    sentence: "The list is written in UTF-16.",
    killedBy: ["LIST-2.6-2"],
    play: () => rewriting((text) => Buffer.from(`\uFEFF${text}`, "utf16le"))
  },
  {
    name: "list-as-workbook",
    sentence: "The list is an Excel workbook.",
    killedBy: ["LIST-2.6-2"],
    play: () => rewriting((text) => Buffer.from(`PK\u0003\u0004${text}`))
  },
  {
    name: "list-with-short-rows",
    sentence: "The list leaves out the comma where an employer has no number.",
    killedBy: ["LIST-2.6-3"],
    play: () => rewriting((text) => text.replaceAll(/,.*$/gm, (cell, at) => (at < 20 ? cell : "")))
  },
  {
    name: "list-of-nobody",
    sentence: "The list is empty but for its header.",
    killedBy: ["LIST-2.6-4"],
    play: () => rewriting((text) => text.replace(/\n[^]*$/, "\n"))
  },
  {
    name: "list-with-rounded-numbers",
    sentence: "The list has ABNs that a spreadsheet rounded.",
    killedBy: ["LIST-2.6-5"],
    play: () =>
      rewriting((text) => text.replaceAll(/^\d{11}/gm, (abn) => `${(Number(abn) / 1e10).toFixed(2)}E+10`))
  },
  {
    name: "list-without-leading-digits",
    sentence: "The list has ABNs without their first two digits.",
    killedBy: ["LIST-2.6-5"],
    play: () => rewriting((text) => text.replaceAll(/^\d{2}(?=\d{9})/gm, ""))
  },
  {
    name: "list-in-another-format",
    sentence: "The list has hashes, and plain ABNs are agreed.",
    killedBy: ["LIST-2.6-6"],
    play: () =>
      rewriting((text) =>
        text.replaceAll(/^\d{11}/gm, (abn) => createHash("sha256").update(abn).digest("hex"))
      )
  },
  {
    name: "employer-twice",
    sentence: "The list has an employer in two rows.",
    killedBy: ["LIST-2.6-7"],
    play: () => rewriting((text) => text.replace(/\n(.*\n)/, "\n$1$1"))
  },
  {
    name: "placeholder-numbers",
    sentence: "The list says unknown where an employer has no number.",
    killedBy: ["LIST-2.6-8"],
    play: () => rewriting((text) => text.replaceAll(/^(\d{11}),.*$/gm, "$1,unknown"))
  },
  {
    name: "former-employers-listed",
    sentence: "The list has employers that once used the fund.",
    killedBy: ["LIST-2.6-13"],
    play: () => rewriting((text) => `${text}${lookupAbns.former_employer_abn},EMP-000007\n`)
  },
  {
    name: "list-named-in-capitals",
    sentence: "The name of the list is in capitals.",
    killedBy: ["LIST-2.6-16"],
    play: () => ({ list: ({ name, text }) => ({ name: name.toUpperCase(), text }) })
  }
])
