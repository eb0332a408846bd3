import { randomUUID } from "node:crypto"

/**
 * A UUIDv7 of a given time, in microseconds since 1970. The 12 bits after the milliseconds hold the rest of it (RFC
 * 9562, 6.2, method 3); 62 bits are random. An event's time is the database's, so that the ids of one entity's events
 * sort in the order in which they were recorded, whatever the clocks of the machines say.
 */
export const eventId = (micros: number): string => {
  const millis = Math.floor(micros / 1000)
    .toString(16)
    .padStart(12, "0")
  const fraction = Math.floor((micros % 1000) * 4.096)
    .toString(16)
    .padStart(3, "0")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7${fraction}-${randomUUID().slice(19)}`
}
