import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Server, Start } from "./Server.ts"

/**
 * The servers; those in another language are started once and run until the scope ends, because Java and Python take longer
 * to start than to be checked. Simulators start anew: one that works later than it answers would still be calling the
 * service of the run before.
 */
export const keepRunning = <S extends Server>(
  servers: ReadonlyArray<S>,
  scope: Scope.Scope
): ReadonlyArray<S> => {
  const once = (start: Start): Start =>
    Effect.runSync(Effect.cached(Effect.provideService(start, Scope.Scope, scope)))
  return servers.map((server) =>
    server.needs === undefined ? server : { ...server, start: once(server.start) }
  )
}
