import { randomUUID } from "node:crypto"

const withDashes = (millis: number) => {
  const hex = millis.toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** The id that no event of this millisecond or a later one comes before, and none of an earlier comes after. */
export const firstEventId = (millis: number): string =>
  `${withDashes(Math.max(0, millis))}-7000-8000-000000000000`

/**
 * A UUIDv7 of a given time, in microseconds since 1970. The 12 bits after the milliseconds hold the rest of it (RFC
 * 9562, 6.2, method 3); 62 bits are random. An event's time is the database's, so that the ids of one entity's events
 * sort in the order in which they were recorded, whatever the clocks of the machines say.
 */
export const eventId = (micros: number): string => {
  const fraction = Math.floor((micros % 1000) * 4.096)
    .toString(16)
    .padStart(3, "0")
  return `${withDashes(Math.floor(micros / 1000))}-7${fraction}-${randomUUID().slice(19)}`
}
