import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { freePort } from "../freePorts.ts"

/** A port of this machine on which a foreign server answers every request with 200, until it is freed. */
export const takePort = async (): Promise<{ readonly port: number; readonly free: () => Promise<void> }> => {
  const port = await freePort()
  const server = createServer((_, response) => void response.end("{}"))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    port,
    free: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** Such a port, while the scope is open. */
export const takenPort = Effect.map(
  Effect.acquireRelease(Effect.promise(takePort), ({ free }) => Effect.promise(free)),
  ({ port }) => port
)
