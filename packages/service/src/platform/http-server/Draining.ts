import * as Context from "effect/Context"
import type { Server, ServerResponse } from "node:http"

/** Whether the server was told to stop: readiness says so at once, while requests are still answered. */
export const Draining = Context.Reference<() => boolean>(
  "@embedded-super/service/platform/http-server/Draining",
  {
    defaultValue: () => () => false
  }
)

/**
 * Lets callers leave in order. From `begin` on every answer carries `Connection: close`, also that of a request that
 * came before, so that a caller's next request goes elsewhere instead of into a connection that is being closed.
 */
export const drainable = (server: Server) => {
  let isDraining = false
  const unanswered = new Set<ServerResponse>()
  server.on("request", (_, response) => {
    if (isDraining) response.shouldKeepAlive = false
    unanswered.add(response)
    response.once("close", () => {
      unanswered.delete(response)
      // Node closes idle connections when it stops listening, but not one that was busy then, until its keep-alive ends.
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  return {
    isDraining: () => isDraining,
    begin: () => {
      isDraining = true
      for (const response of unanswered) response.shouldKeepAlive = false
    }
  }
}
