import * as Effect from "effect/Effect"
import { createServer } from "node:net"
import { OperatorError } from "../OperatorError.ts"

/**
 * A port that is free now. Port 0 is resolved here and not by the listener, because webhooks and embed URLs contain the
 * service's own address.
 */
export const freePort = (host: string): Effect.Effect<number, OperatorError> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", () =>
      resume(
        Effect.fail(
          new OperatorError({
            problem: `No port of ${host} is free.`,
            remedy: "Set HOST to an address of this machine, and --port or PORT to a free port."
          })
        )
      )
    )
    server.listen(0, host, () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resume(Effect.succeed(port)))
    })
  })
