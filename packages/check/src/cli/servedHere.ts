import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Server } from "node:http"
import type { Server as TlsServer } from "node:https"
import type { AddressInfo } from "node:net"

/** Serves on a free port of this machine until the scope closes, and returns the port. */
export const servedHere = (server: Server | TlsServer): Effect.Effect<number, never, Scope> =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
