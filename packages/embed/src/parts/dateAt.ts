import { pasted, plainText } from "@embedded-super/contracts/pasted"
import type { TextAt } from "./form.ts"

/** The boxes of a date, in their order. */
export const PARTS = ["day", "month", "year"] as const

type DateBoxes = Readonly<Record<(typeof PARTS)[number], string>>

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const boxes = (day: string, month: string, year: string): DateBoxes => ({
  day: day.replace(/^0/, ""),
  month: month.replace(/^0/, ""),
  year
})

/**
 * The three boxes of a text that is a whole date: 27/03/1994, 1994-03-27, 27 March 1994, 1994年3月27日. The year has four
 * digits, so that it is clear which part it is; the day is before the month, as Australians write it.
 */
export const dateIn = (text: string): DateBoxes | undefined => {
  const [one = "", two = "", three = "", more] = plainText(text)
    .toLowerCase()
    .replace(/[年月日]/g, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "")
  if (more !== undefined) return undefined
  const isShort = (part: string) => /^\d{1,2}$/.test(part)
  const isYear = (part: string) => /^\d{4}$/.test(part)
  if (isYear(one) && isShort(two) && isShort(three)) return boxes(three, two, one)
  if (!isYear(three)) return undefined
  if (isShort(one) && isShort(two)) return boxes(one, two, three)
  const [day, name] = isShort(one) ? [one, two] : [two, one]
  const month = MONTHS.findIndex((start) => name.startsWith(start)) + 1
  return isShort(day) && month > 0 ? boxes(day, String(month), three) : undefined
}

/** The date in three boxes as YYYY-MM-DD; undefined if all are empty, and as typed where it isn't a date. */
export const dateAt = (text: TextAt, pointer: string): string | undefined => {
  const [day, month, year] = PARTS.map((part) => text(`${pointer}/${part}`))
  if (day === undefined && month === undefined && year === undefined) return undefined
  const digits = (part: string | undefined, size: number) => pasted("code", part ?? "").padStart(size, "0")
  return [year === undefined ? "" : digits(year, 0), digits(month, 2), digits(day, 2)].join("-")
}
