/** Serves the sample API on a real socket, and sends requests byte by byte. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { createServer, request } from "node:http"
import { connect } from "node:net"
import { answerClientErrors, mannered, type Manners, serve, type ServerManners } from "../src/index.ts"
import { Retirement, SampleApi, SampleLive, unavailable } from "./sample.ts"

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** The server's log lines so far. */
export class LogLines extends Context.Service<LogLines, Array<LogLine>>()("LogLines") {}

const Recorder = Layer.unwrap(
  Effect.sync(() => {
    const lines: Array<LogLine> = []
    const logger = Logger.make((options) => {
      const annotations = { ...options.fiber.getRef(References.CurrentLogAnnotations) }
      const message = [options.message].flat().map(String).join(" ")
      lines.push({ level: options.logLevel, message, annotations })
    })
    return Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(References.MinimumLogLevel, "All"),
      Layer.succeed(LogLines, lines)
    )
  })
)

const documentation = (code: string): string => `https://docs.example/errors#${code}`

/** The sample API, and further routes, served on any free port. */
export const sampleServer = (
  manners: Manners = {},
  server: ServerManners = {},
  routes: ReadonlyArray<Layer.Layer<never, never, HttpRouter.HttpRouter>> = []
) =>
  serve(
    Layer.mergeAll(SampleLive, ...routes),
    [mannered(SampleApi, { challenge: "ApiKey", retirement: Retirement, ...manners })],
    {
      problemType: documentation,
      unavailable,
      pages: ["/pages/*"],
      ...server
    }
  ).pipe(
    Layer.provideMerge(
      NodeHttpServer.layer(() => answerClientErrors(createServer(), documentation), { port: 0 })
    ),
    Layer.provideMerge(Recorder)
  )

const port = Effect.map(HttpServer.HttpServer, ({ address }) => {
  if (!("port" in address)) throw new Error("the sample is served on a port")
  return address.port
})

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Omits the key that the sample requires. */
  readonly anonymous?: boolean
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

const parsed = (text: string): unknown => (text.startsWith("{") ? JSON.parse(text) : undefined)

/** Sends a request exactly as given: only Host, Content-Length and the sample's key are added. */
export const send = Effect.fnUntraced(function* (sent: Sent) {
  const to = yield* port
  return yield* Effect.callback<Received, Error>((resume) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: to,
        method: sent.method ?? "GET",
        path: sent.path ?? "/api/v1/employers",
        agent: false,
        headers: {
          ...(sent.anonymous === true ? {} : { "x-api-key": "let-me-in" }),
          ...(sent.body === undefined ? {} : { "content-length": String(Buffer.byteLength(sent.body)) }),
          ...sent.headers
        }
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          resume(
            Effect.succeed({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              json: parsed(text)
            })
          )
        })
      }
    )
    outgoing.on("error", (error) => resume(Effect.fail(error)))
    outgoing.end(sent.body)
  })
})

/** Sends JSON to the operation that creates an employer. */
export const post = (body: unknown, more: Sent = {}) =>
  send({
    method: "POST",
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    ...more,
    headers: { "content-type": "application/json", ...more.headers }
  })

/**
 * Writes the pieces to a new connection one after another, and returns everything received until it closed.
 * `afterAnswers`: each piece is written only when something was received after the one before it.
 */
export const speak = Effect.fnUntraced(function* (
  pieces: Iterable<string | Uint8Array>,
  { afterAnswers = false }: { readonly afterAnswers?: boolean } = {}
) {
  const to = yield* port
  return yield* Effect.callback<{ readonly text: string; readonly written: number }>((resume) => {
    const chunks: Array<Buffer> = []
    const iterator = pieces[Symbol.iterator]()
    const socket = connect(to, "127.0.0.1", function next() {
      const { done, value } = iterator.next()
      if (done === true || socket.destroyed || !socket.writable) return
      if (afterAnswers) {
        socket.once("data", next)
        socket.write(value)
      } else socket.write(value, next)
    })
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    socket.on("error", () => {})
    socket.on("close", () =>
      resume(Effect.succeed({ text: Buffer.concat(chunks).toString(), written: socket.bytesWritten }))
    )
  })
})
