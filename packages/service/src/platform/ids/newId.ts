import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"

const random = SecureRandom.make((size) => randomBytes(size))

/**
 * A new UUIDv7 for a row or an event, lower case with hyphens. Its first 48 bits are the milliseconds of `Clock`, so
 * ids sort by the time they were made; ids of one process always sort in the order they were made. Never a secret: it
 * can be guessed by its neighbours.
 */
export const newId: Effect.Effect<string> = random.uuidV7()
