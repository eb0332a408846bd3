import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../../OperatorError.ts"

/** Told, once, when the embedded database is lost while it is in use, and nothing brings it back. */
export const DatabaseLoss = Context.Reference<Deferred.Deferred<never, OperatorError>>(
  "@embedded-super/service/platform/database/DatabaseLoss",
  { defaultValue: () => Deferred.makeUnsafe<never, OperatorError>() }
)

/** Runs a service, and ends it with one sentence when its database is lost, instead of failing without end. */
export const untilDatabaseLost = <A, E, R>(service: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(service, Effect.flatMap(DatabaseLoss, Deferred.await))
