import type { Timestamp } from "@embedded-super/contracts/schemas"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** A time in the APIs' form: RFC 3339 in UTC with milliseconds, `2026-11-21T00:30:00.000Z`. */
export const toTimestamp = (moment: Date | DateTime.DateTime): Timestamp =>
  (moment instanceof Date ? moment.toISOString() : DateTime.formatIso(DateTime.toUtc(moment))) as Timestamp

/** Like `toTimestamp`, for a nullable column. */
export const toTimestampOrNull = (moment: Date | DateTime.DateTime | null): Timestamp | null =>
  moment === null ? null : toTimestamp(moment)

/** The current time of `Clock` as a `Date`, which the SQL client accepts for a `timestamptz`. */
export const now: Effect.Effect<Date> = Effect.map(DateTime.now, DateTime.toDateUtc)
