import * as Effect from "effect/Effect"
import type { Server } from "../../chaos/world/Server.ts"
import type { Sent } from "./countingProxy.ts"
import { startHelper } from "./processes.ts"

/** Starts the counting proxy in front of PostgreSQL. It ends with the scope. */
export const startProxy = Effect.fnUntraced(function* (server: Server) {
  const ask = yield* startHelper<{ readonly postgres?: number }, Sent & { readonly port: number }>(
    "countingProxy.ts"
  )
  const { port } = yield* ask({ postgres: server.port })
  return {
    port,
    /** What was sent since the last question. */
    sent: Effect.map(ask({}), ({ roundTrips, statements }): Sent => ({ roundTrips, statements }))
  }
})
