import * as Effect from "effect/Effect"
import { createServer } from "node:net"
import { OperatorError } from "../OperatorError.ts"

/**
 * A port that nobody listens on now. Port 0 is settled here and not by the listener, because webhooks and embed URLs
 * carry the address that the service calls itself.
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
