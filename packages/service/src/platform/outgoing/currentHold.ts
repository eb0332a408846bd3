import * as Effect from "effect/Effect"
import { Settings } from "../config/Settings.ts"
import { isRestored, isUnsaid, servedDatabaseRepo } from "./ServedDatabaseRepo.ts"

/** Why nothing is sent from a database, whichever process looks at it. */
export interface HeldOutgoing {
  readonly because: "restored"
}

/**
 * Whether outgoing work of the database is held, for a command that reads only: `Outgoing`, which processes ask before they
 * send, also records the database that is served.
 */
export const currentHold = Effect.gen(function* () {
  const { outgoing } = yield* Settings
  const found = yield* (yield* servedDatabaseRepo).compare
  return found !== undefined && isRestored(found, outgoing) ? { because: "restored" as const } : null
}).pipe(Effect.catchIf(isUnsaid, () => Effect.succeed(null)))
