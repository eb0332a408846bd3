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

/**
 * The same id in SQL, for the statement that records an event: of the time in the column `at`, with a random tail. So the
 * database's time needs no further statement.
 */
export const eventIdAt = (sql: SqlClient.SqlClient, at: string, tail: string | Statement.Fragment) => {
  const micros = `(extract(epoch FROM ${at}) * 1000000)::bigint`
  return sql`(lpad(to_hex(${sql.literal(micros)} / 1000), 12, '0')
    || '7' || lpad(to_hex(floor(${sql.literal(micros)} % 1000 * 4.096)::int), 3, '0') || ${tail}::text)::uuid`
}
