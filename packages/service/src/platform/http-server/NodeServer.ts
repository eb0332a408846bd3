/**
 * The HTTP server of the service. `NodeServer` listens, `Draining` lets clients disconnect in order, `slowReaders` ends
 * connections that don't read, and `manners` has the settings for `packages/http-manners`: problem types, pages, and the
 * database failures that are answered 503.
 *
 * Why a delay before the port closes: load balancers need time to read the 503 of readiness and send requests elsewhere
 * (D-health-checks, D-request-deadlines).
 *
 * The trap: finalizers run last to first. `leaving` must run before the port closes, so it is added after `serve`. The
 * connections that are left are closed after both, so that finalizer is added before.
 */

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { answerClientErrors, answerUnserved, problemTypeIn } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import { createServer, type Server, type ServerOptions, type ServerResponse } from "node:http"
import { Settings } from "../config/Settings.ts"
import { OperatorError } from "../OperatorError.ts"
import { limitSlowReaders } from "./slowReaders.ts"

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
const drainable = (server: Server) => {
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

const nodeTimeouts: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the usual 60 s of load balancers, so that they, and not this server, close idle connections.
  keepAliveTimeout: 65_000
}

/** A server whose clients can neither send nor read for ever. */
export const limitedServer = (): Server => limitSlowReaders(createServer(nodeTimeouts))

/** The code of the error that kept a server from listening. */
export const codeOf = (error: ServeError): string => {
  const { cause } = error
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
}

/** Why a server can't listen. `names` are the settings of its port and its host. */
export const cannotListen = (
  host: string,
  port: number,
  code: string,
  names = { port: "--port or PORT", host: "HOST" }
): OperatorError => {
  switch (code) {
    case "EADDRINUSE":
      return new OperatorError({
        problem: `Port ${port} is taken by another program.`,
        remedy: `End that program, or choose another port with ${names.port}.`
      })
    case "EACCES":
      return new OperatorError({
        problem: `This user may not listen on port ${port}.`,
        remedy: `Choose a port above 1023 with ${names.port}.`
      })
    default:
      return new OperatorError({
        problem: `The service can't listen on ${host}, port ${port} (${code}).`,
        remedy: `Set ${names.host} to an address of this machine, and ${names.port} to a free port.`
      })
  }
}

/** Extra time for requests that reach their deadline while the port closes. */
const GRACE = Duration.seconds(2)

const listen = Effect.fnUntraced(function* ({
  host,
  instance,
  port,
  shutdownDelay,
  timeouts
}: Settings["Service"]) {
  const problemType = problemTypeIn(instance.docs_url)
  const server = limitedServer()
  const drain = drainable(server)
  answerUnserved(answerClientErrors(server, problemType), problemType)
  const { address, serve } = yield* NodeHttpServer.make(() => server, {
    host,
    port,
    gracefulShutdownTimeout: Duration.sum(timeouts.request, GRACE)
  }).pipe(Effect.mapError((error) => cannotListen(host, port, codeOf(error))))
  // Effect waits without limit for every connection to end: this cuts off clients that read a response slowly.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  const leaving = Effect.andThen(
    Effect.sync(drain.begin),
    Duration.isZero(shutdownDelay) ? Effect.void : Effect.sleep(shutdownDelay)
  )
  const served = HttpServer.make({
    address,
    // Finalizers run last to first: `leaving`, then the one that `serve` added, which closes the port.
    serve: (app, middleware) =>
      Effect.andThen(
        middleware === undefined ? serve(app) : serve(app, middleware),
        Effect.addFinalizer(() => leaving)
      )
  })
  return Context.make(HttpServer.HttpServer, served).pipe(Context.add(Draining, drain.isDraining))
})

/**
 * Node's HTTP server on the host and port of `Settings`.
 *
 * When its scope closes (on SIGTERM, SIGINT) it still serves for `shutdownDelay`, with `Connection: close` and with
 * readiness at 503, so that load balancers and clients go elsewhere. Then the port closes, and requests in progress
 * have until their deadline.
 */
export const NodeServer = {
  layer: Layer.effectContext(Effect.flatMap(Settings, listen)).pipe(
    Layer.merge(NodeHttpServer.layerHttpServices)
  )
}

/**
 * Fails if the port is in use. It runs before the database starts, so that a second `serve` fails at once; the layer
 * above reports the same if the port is taken in between.
 */
export const requireFreePort = Effect.gen(function* () {
  const { host, port } = yield* Settings
  const server = createServer()
  // Disconnects a client that connects during the check, instead of letting it wait for a response that never comes.
  server.on("connection", (socket) => socket.destroy())
  return yield* Effect.callback<void, OperatorError>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.fail(cannotListen(host, port, error.code ?? "unknown")))
    )
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })
})
