import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { answerClientErrors } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse
} from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { CannotStart } from "../CannotStart.ts"
import type { ServerHooks } from "../faults/ServerHooks.ts"
import type { LocalAuthority } from "../tls/LocalAuthority.ts"

/** The address of a simulator. */
export class SimulatorAddress extends Context.Service<
  SimulatorAddress,
  {
    /** With scheme and port, without a trailing slash. */
    readonly url: string
    readonly port: number
    /** The certificate authority to trust; undefined over plain http. */
    readonly caFile: string | undefined
  }
>()("@embedded-super/simulator-kit/SimulatorAddress") {}

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly host: string
  /** Serves without TLS, for tools that can't be configured to trust an authority. */
  readonly http: boolean
}

/** The reason why it can't listen, and the remedy. */
const sentenceOf = (error: ServeError, { host, port }: ListenOptions): string => {
  const code = Predicate.hasProperty(error.cause, "code") ? error.cause.code : undefined
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken. Stop what uses it, or choose another with --port (0 takes any free one).`
    case "EACCES":
      return `Port ${port} needs rights that this user doesn't have. Choose one above 1023 with --port.`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Choose another with --host.`
    default:
      return `Can't listen on ${host}, port ${port}: ${String(code ?? "the reason is unknown")}.`
  }
}

/** How long active calls may take to finish when the simulator is stopped. */
const gracefulShutdownTimeout = Duration.seconds(2)

const reachable = (host: string): string =>
  ["0.0.0.0", "::", ""].includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host

const address = ({ host, http }: ListenOptions, caFile: string | undefined) =>
  Layer.effect(
    SimulatorAddress,
    Effect.map(HttpServer.HttpServer, (server) => {
      const port = "port" in server.address ? server.address.port : 0
      return { url: `${http ? "http" : "https"}://${reachable(host)}:${port}`, port, caFile }
    })
  )

/** On close, Node keeps connections open that are busy; this closes each once its answer is sent. */
const closingWhenIdle = <S extends Server>(server: S): S => {
  server.on("request", (_, response) => {
    response.once("close", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  // A call that is left unanswered on purpose would keep a stopped simulator alive for as long as its caller waits.
  const close = server.close.bind(server)
  server.close = (closed) => {
    setTimeout(() => server.closeAllConnections(), Duration.toMillis(gracefulShutdownTimeout)).unref()
    return close(closed)
  }
  return server
}

/** The port is known, and open, before the routes are attached: earlier calls wait for them. */
const holdingEarlyCalls = <S extends Server>(server: S): S => {
  const early: Array<readonly [IncomingMessage, ServerResponse]> = []
  const hold = (request: IncomingMessage, response: ServerResponse) => void early.push([request, response])
  const letGo = (event: string | symbol, listener: unknown) => {
    if (event !== "request" || listener === hold) return
    server.off("newListener", letGo)
    process.nextTick(() => {
      server.off("request", hold)
      for (const [request, response] of early) server.emit("request", request, response)
    })
  }
  server.on("request", hold)
  server.on("newListener", letGo)
  return server
}

/**
 * Listens over TLS with a certificate of the authority, or over plain http without one. `answerFirst` gets calls first,
 * once the routes are attached.
 */
export const listen = (
  options: ListenOptions,
  authority: LocalAuthority["Service"] | undefined,
  answerFirst: (server: Server) => Server,
  changeTls: NonNullable<ServerHooks["tls"]> = (settings) => settings
) => {
  const server = () =>
    answerFirst(
      holdingEarlyCalls(
        answerClientErrors(
          closingWhenIdle<Server>(
            authority === undefined
              ? createHttpServer()
              : createHttpsServer(
                  changeTls({
                    cert: authority.certificate,
                    key: authority.key,
                    minVersion: "TLSv1.2",
                    // The TLS handshake accepts a caller without a valid certificate: the HTTP refusal explains the
                    // fault, and pages need no certificate.
                    ...(authority.asksCallers
                      ? { requestCert: true, rejectUnauthorized: false, ca: authority.ca }
                      : {})
                  })
                )
          )
        )
      )
    )
  const { host, port } = options
  return address(options, authority?.caFile).pipe(
    Layer.provideMerge(NodeHttpServer.layer(server, { port, host, gracefulShutdownTimeout })),
    Layer.catchTag("ServeError", (error) =>
      Layer.effectContext(Effect.fail(new CannotStart({ sentence: sentenceOf(error, options) })))
    )
  )
}
