import * as Duration from "effect/Duration"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { randomUUID } from "node:crypto"

const withDashes = (millis: number) => {
  const hex = millis.toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** The smallest event id of this millisecond: every event of an earlier one has a smaller id. */
export const firstEventId = (millis: number): string =>
  `${withDashes(Math.max(0, millis))}-7000-8000-000000000000`

/**
 * A UUIDv7 for a time in microseconds since 1970. The 12 bits after the milliseconds hold the fraction (RFC 9562, 6.2,
 * method 3); 62 bits are random. The time is the database's, so that the ids of one entity's events sort in the order
 * in which they were recorded, even if the machines' clocks differ.
 */
export const eventId = (micros: number): string => {
  const fraction = Math.floor((micros % 1000) * 4.096)
    .toString(16)
    .padStart(3, "0")
  return `${withDashes(Math.floor(micros / 1000))}-7${fraction}-${randomTail()}`
}

/** The 62 random bits of an event's id, with the variant: its last two groups. */
export const randomTail = (): string => randomUUID().slice(19)

/** For how long an event's id may follow from the event before: its time is then that much too early. */
export const FOLLOWS_WITHIN = Duration.days(7)

/**
 * The id in SQL, for the statement that records an event: of the time in the column `at`, with a random tail. So the
 * database's time needs no further statement.
 *
 * With `says`, a fingerprint of all that the event says, the id follows from it and from the id of the entity's version
 * before: an event that is made again after a restore has its old id, if nothing else happened to the entity
 * (D-webhook-ids). Its time is the one of that event, plus the smallest step, so that it stays after it.
 */
export const eventIdAt = (
  sql: SqlClient.SqlClient,
  at: string,
  tail: string | Statement.Fragment,
  follows: {
    readonly entityId: string | Statement.Fragment
    readonly seq: number | Statement.Fragment
    readonly says: string | null | Statement.Fragment
  }
) => {
  // mutant (madeAgain): another event before makes another id: `b.id::text || ` -> ` `
  const micros = `(extract(epoch FROM ${at}) * 1000000)::bigint`
  const hex = "replace(b.id::text, '-', '')"
  const step = `lpad(to_hex(('x' || lpad(left(${hex}, 12) || substr(${hex}, 14, 3), 16, '0'))::bit(64)::bigint + 1), 15, '0')`
  return sql`coalesce((
      SELECT (left(after.step, 12) || '7' || right(after.step, 3) || '8'
        || left(encode(sha256(convert_to(b.id::text || ${follows.says}::text, 'UTF8')), 'hex'), 15))::uuid
      FROM events b CROSS JOIN LATERAL (SELECT ${sql.literal(step)} AS step) after
      WHERE b.entity_id = ${follows.entityId}::uuid AND b.seq = ${follows.seq}::int - 1 AND ${follows.says}::text IS NOT NULL
        AND left(${sql.literal(hex)}, 12) > lpad(to_hex(
          (extract(epoch FROM ${sql.literal(at)} - ${Duration.toSeconds(FOLLOWS_WITHIN)}::float8 * interval '1 second') * 1000)::bigint), 12, '0')),
    (lpad(to_hex(${sql.literal(micros)} / 1000), 12, '0')
      || '7' || lpad(to_hex(floor(${sql.literal(micros)} % 1000 * 4.096)::int), 3, '0') || ${tail}::text)::uuid)`
}
