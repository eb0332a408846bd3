import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as Effect from "effect/Effect"
import { takeRandom } from "../crypto/envelope.ts"

const random = SecureRandom.make(takeRandom)

/**
 * A new UUIDv7 for a row or an event, lower case with hyphens. Its first 48 bits are the milliseconds of `Clock`, so
 * ids sort by creation time; ids of one process always sort in the order of their creation. Never a secret: it can be
 * guessed from neighbouring ids.
 */
export const newId: Effect.Effect<string> = random.uuidV7()

/** Whether a text that a person typed is a UUID, so that the database can compare it with an id. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
