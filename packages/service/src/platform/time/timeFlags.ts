/**
 * The flags with a time. Why not `Flag.Date`: it reads a time without a zone as UTC, so a hold until 22:00 in Sydney would end eleven
 * hours late. A day alone has no zone either: only a filter takes one, as the day in UTC.
 */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const EXAMPLE = "2026-12-01T22:00+11:00"

/** RFC 3339, and what PostgreSQL writes: a space for the T, and a zone of whole hours. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d(:\d\d)?)$/
const DAY = /^\d{4}-\d\d-\d\d$/

const read = (form: RegExp) => (text: string) => {
  const at = new Date(text.replace(" ", "T").replace(/(?<=T.*[+-]\d\d)$/, ":00"))
  return form.test(text) && !Number.isNaN(at.getTime()) ? Option.some(at) : Option.none()
}

/** A time with its zone. */
export const timeFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      read(TIME),
      (text) => `Expected a time with its zone, such as ${EXAMPLE} or 2026-12-01T11:00Z, not ${text}`
    )
  )

/** A time with its zone, or a day in UTC. */
export const timeOrDayFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      read(new RegExp(`${TIME.source}|${DAY.source}`)),
      (text) =>
        `Expected a time with its zone, such as ${EXAMPLE}, or a day in UTC, such as 2026-12-01, not ${text}`
    )
  )
