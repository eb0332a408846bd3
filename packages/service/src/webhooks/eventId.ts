import { randomBytes } from "node:crypto"

/**
 * A UUIDv7 made from the database's time, so that the ids of one entity's events sort in the order in which they were
 * recorded, whatever the clocks of the machines say. `micros` is microseconds since 1970: the 12 bits after the
 * milliseconds hold the rest (RFC 9562, 6.2, method 3); 62 bits are random.
 */
export const eventId = (micros: bigint): string => {
  const millis = (micros / 1000n).toString(16).padStart(12, "0")
  const fraction = (((micros % 1000n) * 4096n) / 1000n).toString(16).padStart(3, "0")
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString("hex")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7${fraction}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
