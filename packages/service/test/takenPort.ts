import * as Effect from "effect/Effect"
import { createServer, type Server } from "node:net"

/**
 * Below the ports that outgoing connections and port 0 get: one that is freed isn't taken by another test's connection. Above
 * 10080, the last one that fetch refuses.
 */
const [FIRST, COUNT] = [11_000, 19_000]

const listening = (resume: (server: Server) => void) => {
  const server = createServer()
  server.once("error", () => listening(resume))
  server.listen(FIRST + Math.floor(Math.random() * COUNT), "127.0.0.1", () => resume(server))
}

/** A port that is in use while the scope is open, or until it is freed. */
export const takenPort = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly free: Effect.Effect<void> }>((resume) =>
    listening((server) => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const free = Effect.callback<void>((done) => void server.close(() => done(Effect.void)))
      resume(Effect.succeed({ port, free }))
    })
  ),
  ({ free }) => free
)
