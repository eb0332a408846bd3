import * as Context from "effect/Context"
import type { Server, ServerResponse } from "node:http"

/** Whether the server is stopping: readiness reports it at once, while requests are still served. */
export const Draining = Context.Reference<() => boolean>(
  "@embedded-super/service/platform/http-server/Draining",
  {
    defaultValue: () => () => false
  }
)

/**
 * Lets callers disconnect in order. From `begin` on every response carries `Connection: close`, even to a request that
 * arrived earlier, so that a caller's next request goes elsewhere instead of into a closing connection.
 */
export const drainable = (server: Server) => {
  let isDraining = false
  const unanswered = new Set<ServerResponse>()
  server.on("request", (_, response) => {
    if (isDraining) response.shouldKeepAlive = false
    unanswered.add(response)
    response.once("close", () => {
      unanswered.delete(response)
      // When Node stops listening, it closes idle connections. A connection that was busy then stays open until its
      // keep-alive ends.
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
