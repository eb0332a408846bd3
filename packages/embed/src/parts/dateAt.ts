import type { TextAt } from "./form.ts"

/** The boxes of a date, in their order. */
export const PARTS = ["day", "month", "year"] as const

/** The date in three boxes as YYYY-MM-DD; undefined if all are empty, and as typed where it isn't a date. */
export const dateAt = (text: TextAt, pointer: string): string | undefined => {
  const [day, month, year] = PARTS.map((part) => text(`${pointer}/${part}`))
  if (day === undefined && month === undefined && year === undefined) return undefined
  return [year ?? "", (month ?? "").padStart(2, "0"), (day ?? "").padStart(2, "0")].join("-")
}
