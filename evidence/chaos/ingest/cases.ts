import type { FundFileColumn } from "@embedded-super/contracts/fund-files"

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

const isAbn = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + (Number(digit) - (at === 0 ? 1 : 0)) * (WEIGHTS[at] ?? 0), 0) %
    89 ===
  0

/** The n-th of the ABNs that these lists draw from; its check digits are right. */
export const abnOf = (nth: number): string => {
  const rest = String(100_000 + nth).padStart(9, "0")
  for (let check = 10; check <= 99; check += 1) if (isAbn(`${check}${rest}`)) return `${check}${rest}`
  throw new Error(`no check digits for ${rest}`)
}

const COLUMNS: ReadonlyArray<FundFileColumn<"EmployerListRow">> = ["abn", "employer_number"]

/** Employers by ABN, each with its number; null where the file has no such column. */
export type List = ReadonlyMap<string, string | null>

const rowsOf = (list: List): ReadonlyArray<readonly [string, string]> =>
  [...list].map(([abn, number]) => [abn, number ?? ""] as const)

export const plainText = (list: List): string =>
  `${COLUMNS.join(",")}\n${rowsOf(list)
    .map(([abn, number]) => `${abn},${number}\n`)
    .join("")}`

/** The list with some employers added and some removed, as it changes from week to week. */
export const nextWeek = (list: List, roll: () => number): List => {
  const kept = [...list].filter(() => roll() > 0.1)
  const added = Array.from({ length: 1 + Math.floor(roll() * 4) }, (): [string, string] => [
    abnOf(Math.floor(roll() * 400)),
    `E-${Math.floor(roll() * 10_000)}`
  ])
  return new Map([...(kept.length < list.size * 0.6 ? list : kept), ...added])
}

/** How a file comes into the inbox. */
export type Way =
  /** Uploaded under another name, then renamed; or, where that was agreed, with its checksum beside it. */
  | "whole"
  /** Uploaded under its own name, and closed; no rename, no checksum. */
  | "closed only"
  /** Half of it was written when the connection broke. */
  | "broken off"
  /** Half of it was written, and closed as if that were all. */
  | "closed after an abort"
  /** Renamed while it is still being written. */
  | "renamed too early"
  /** Two files are renamed to one name at the same time. */
  | "rename race"

/** A fund's upload in one week, and the expected result. */
export interface Case {
  readonly what: string
  readonly way: Way
  readonly file: string | Uint8Array
  /** The content that the checksum is computed from, if there is one; by default the file itself. */
  readonly checksumOf?: string
  /** `ignored`: there is no result, and nothing changes. */
  readonly comes: "accepted" | "refused" | "held" | "ignored"
  /** Sent a day after the last one. */
  readonly early?: true
}

type Make = (next: List, roll: () => number) => Omit<Case, "what">

const row = (list: List, more: string): string => `${plainText(list)}${more}\n`
const good = (file: string | Uint8Array) => ({ way: "whole", file, comes: "accepted" }) as const
const bad = (file: string | Uint8Array) => ({ way: "whole", file, comes: "refused" }) as const
const ignored = (way: Way) => (next: List) => ({ way, file: plainText(next), comes: "ignored" }) as const

/** Cut in the middle of an ABN, in the second half, like an upload that ends too early. */
const cutShort = (next: List, roll: () => number): string => {
  const text = plainText(next)
  const rows = text.split("\n")
  const at = Math.floor(rows.length / 2 + roll() * (rows.length / 2 - 2))
  return `${rows.slice(0, at).join("\n")}\n${rows[at]?.slice(0, 1 + Math.floor(roll() * 9)) ?? ""}`
}

/** By what is special about the file. `next` is the list that it should hold. */
export const cases: Readonly<Record<string, Make>> = {
  plain: (next) => good(plainText(next)),
  "a byte order mark": (next) => good(`\uFEFF${plainText(next)}`),
  "a byte order mark before a quoted header": (next) =>
    good(`\uFEFF${plainText(next).replace("abn,employer_number", `"abn","employer_number"`)}`),
  CRLF: (next) => good(plainText(next).replaceAll("\n", "\r\n")),
  quotes: (next) =>
    good(
      `"abn","employer_number"\n${rowsOf(next)
        .map((cells) => cells.map((cell) => `"${cell}"`).join(","))
        .join("\n")}\n`
    ),
  "blank lines at the end": (next) => good(`${plainText(next)}\n\n\r\n`),
  "no line break at the end": (next) => good(plainText(next).trimEnd()),
  "spaces in ABNs": (next) =>
    good(plainText(next).replaceAll(/^(\d\d)(\d{3})(\d{3})(\d{3}),/gm, "$1 $2 $3 $4,")),
  "a header in capitals": (next) =>
    good(plainText(next).replace("abn,employer_number", " ABN , Employer_Number ")),
  "columns the other way round": (next) =>
    good(
      `employer_number,abn\n${rowsOf(next)
        .map(([abn, number]) => `${number},${abn}`)
        .join("\n")}\n`
    ),
  "the same row twice": (next) => {
    const [[abn, number] = ["", ""]] = rowsOf(next)
    return good(row(next, `${abn},${number}`))
  },
  "an employer with two numbers": (next) => bad(row(next, `${rowsOf(next)[0]?.[0] ?? ""},ANOTHER`)),
  "scientific notation": (next) => bad(row(next, "5.18248E+10,E-1")),
  "scientific notation with a comma": (next) => bad(row(next, `"5,18248E+10",E-1`)),
  "wrong check digits": (next, roll) => {
    const abn = abnOf(500 + Math.floor(roll() * 100))
    return bad(row(next, `${abn.slice(0, -1)}${(Number(abn.at(-1)) + 1) % 10},E-1`))
  },
  "a lost leading digit": (next) => bad(row(next, `${abnOf(501).slice(1)},E-1`)),
  "quotes that never close": (next) => bad(row(next, `"${abnOf(502)},E-1`)),
  "no header": (next) => bad(plainText(next).replace("abn,employer_number\n", "")),
  "a header twice": (next) => bad(plainText(next).replace("abn,employer_number", "abn,abn")),
  semicolons: (next) => bad(plainText(next).replaceAll(",", ";")),
  "UTF-16": (next) =>
    bad(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(plainText(next), "utf16le")])),
  "an Excel workbook": () => bad("PK\u0003\u0004 xl/workbook.xml"),
  "a hash among ABNs": (next) => bad(row(next, `${"a1".repeat(32)},E-1`)),
  // Any printable number is a number, and one that can't be used is dropped: the employers match all the same.
  "a formula for a number": (next) => good(row(next, `${abnOf(503)},=1+1`)),
  "a number that is too long": (next) => good(row(next, `${abnOf(504)},${"E".repeat(65)}`)),
  "nothing at all": () => bad(""),
  "cut short": (next, roll) => bad(cutShort(next, roll)),
  "cut short, with the checksum of the whole": (next, roll) => ({
    ...bad(cutShort(next, roll)),
    checksumOf: plainText(next)
  }),
  "a day after the last one": (next) => ({ ...bad(plainText(next)), early: true }),
  "most employers gone": (next) => ({
    way: "whole",
    file: plainText(new Map([...next].slice(0, Math.floor(next.size / 4)))),
    comes: "held"
  }),
  "closed, and neither renamed nor with a checksum": ignored("closed only"),
  "half uploaded": ignored("broken off"),
  "closed after an abort": ignored("closed after an abort"),
  "renamed while it is written": ignored("renamed too early"),
  "two renamed to one name": (next) => ({ way: "rename race", file: plainText(next), comes: "accepted" })
}
