import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** A moment as the APIs write it: RFC 3339 in UTC with milliseconds, `2026-11-21T00:30:00.000Z`. */
export const toTimestamp = (moment: Date | DateTime.DateTime): string =>
  moment instanceof Date ? moment.toISOString() : DateTime.formatIso(DateTime.toUtc(moment))

/** Like `toTimestamp`, for a column that may be empty. */
export const toTimestampOrNull = (moment: Date | DateTime.DateTime | null): string | null =>
  moment === null ? null : toTimestamp(moment)

/** A day as the APIs write it, `2026-11-21`, in UTC. */
export const toCalendarDate = (moment: Date | DateTime.DateTime): string => toTimestamp(moment).slice(0, 10)

/** Now by `Clock`, as a `Date`: what the SQL client takes for a `timestamptz`. */
export const now: Effect.Effect<Date> = Effect.map(DateTime.now, DateTime.toDateUtc)
