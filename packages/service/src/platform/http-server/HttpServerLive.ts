import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { answerClientErrors } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import { createServer, type Server } from "node:http"
import { Settings } from "../config/Settings.ts"
import { OperatorError } from "../OperatorError.ts"
import { problemType } from "./manners.ts"

/** How long requests that are being answered may take once the process was told to stop. */
const DRAIN = "20 seconds"

const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the usual 60 s of load balancers, so that they, not we, end idle connections.
  keepAliveTimeout: 65_000
}

const codeOf = (error: ServeError): string => {
  const { cause } = error
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
}

const cannotListen = (host: string, port: number, code: string): OperatorError => {
  switch (code) {
    case "EADDRINUSE":
      return new OperatorError({
        problem: `Port ${port} is taken by another program.`,
        remedy: "End that program, or choose another port with --port or PORT."
      })
    case "EACCES":
      return new OperatorError({
        problem: `This user may not listen on port ${port}.`,
        remedy: "Choose a port above 1023 with --port or PORT."
      })
    default:
      return new OperatorError({
        problem: `The service can't listen on ${host}, port ${port} (${code}).`,
        remedy: "Set HOST to an address of this machine, and --port or PORT to a free port."
      })
  }
}

/**
 * Node ends idle connections when it is told to close, but leaves one open that was busy at that moment, until its
 * keep-alive runs out. Such a one is ended as soon as its answer is out.
 */
const closingWhenIdle = (server: Server): Server =>
  server.on("request", (_, response) => {
    response.once("close", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })

/** What Node's server layer provides. */
type Served = Layer.Success<ReturnType<typeof NodeHttpServer.layer>>

const listen = ({ host, port }: Settings["Service"]) =>
  NodeHttpServer.layer(() => answerClientErrors(closingWhenIdle(createServer(timeouts)), problemType), {
    host,
    port,
    gracefulShutdownTimeout: DRAIN
  }).pipe(
    Layer.catch((error) =>
      Layer.effectContext<Served, OperatorError, never>(Effect.fail(cannotListen(host, port, codeOf(error))))
    )
  )

/**
 * Node's HTTP server on the host and port of `Settings`. When its scope closes (on SIGTERM, SIGINT) it takes no more
 * connections, and waits up to 20 s for requests that are being answered.
 */
export const HttpServerLive = Layer.unwrap(Effect.map(Settings, listen))

/**
 * Fails if the port is taken. Asked before the database starts, so that a second `serve` says so at once; the layer
 * above says the same if the port is taken in between.
 */
export const requireFreePort = Effect.gen(function* () {
  const { host, port } = yield* Settings
  const server = createServer()
  // Whoever asks in this moment is told so at once, instead of waiting for an answer that never comes.
  server.on("connection", (socket) => socket.destroy())
  return yield* Effect.callback<void, OperatorError>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.fail(cannotListen(host, port, error.code ?? "unknown")))
    )
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })
})
