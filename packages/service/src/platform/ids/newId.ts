import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"

const random = SecureRandom.make((size) => randomBytes(size))

/**
 * A new UUIDv7 for a row or an event, lower case with hyphens. Its first 48 bits are the milliseconds of `Clock`, so
 * ids sort by creation time; ids of one process always sort in the order of their creation. Never a secret: it can be
 * guessed from neighbouring ids.
 */
export const newId: Effect.Effect<string> = random.uuidV7()
