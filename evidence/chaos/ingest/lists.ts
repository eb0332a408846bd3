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

export const rowsOf = (list: List): ReadonlyArray<readonly [string, string]> =>
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
