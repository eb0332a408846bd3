import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Settings } from "../config/Settings.ts"
import { type OutgoingHold, outgoingHoldRepo } from "./OutgoingHoldRepo.ts"
import { isRestored, isUnsaid, servedDatabaseRepo } from "./ServedDatabaseRepo.ts"

/** Why nothing is sent from a database, whichever process looks at it. */
export type HeldOutgoing =
  | { readonly because: "restored" }
  | ({ readonly because: "operator" } & OutgoingHold)

/**
 * Whether outgoing work of the database is held, for a command that reads only: `Outgoing`, which processes ask before they
 * send, also records the database that is served.
 */
export const currentHold: Effect.Effect<HeldOutgoing | null, SqlError, Settings | SqlClient.SqlClient> =
  Effect.gen(function* () {
    const { outgoing } = yield* Settings
    const found = yield* Effect.catchIf((yield* servedDatabaseRepo).compare, isUnsaid, () => Effect.undefined)
    if (found !== undefined && isRestored(found, outgoing)) return { because: "restored" }
    const held = yield* (yield* outgoingHoldRepo).current
    return held === undefined ? null : { because: "operator", ...held }
  })
