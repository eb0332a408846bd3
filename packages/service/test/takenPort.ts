import * as Effect from "effect/Effect"
import { createServer } from "node:net"

/** A port that is in use while the scope is open. */
export const takenPort = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly free: Effect.Effect<void> }>((resume) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const free = Effect.callback<void>((done) => void server.close(() => done(Effect.void)))
      resume(Effect.succeed({ port, free }))
    })
  }),
  ({ free }) => free
)
