import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A span as it was exported, its attributes by name. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly events: ReadonlyArray<unknown>
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Body {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<
        Omit<CollectedSpan, "attributes"> & {
          readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: object }>
        }
      >
    }>
  }>
}

const spansIn = (text: string): ReadonlyArray<CollectedSpan> =>
  (JSON.parse(text) as Body).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    }))

/** A collector of traces on this machine, which keeps what it receives. */
export const startCollector = async () => {
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that arrived, as text. */
    text: () => bodies.join("\n"),
    spans: () => bodies.flatMap(spansIn),
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((ended) => server.close(() => ended()))
    }
  }
}

/** The same, until the scope closes. */
export const collector = Effect.acquireRelease(Effect.promise(startCollector), ({ stop }) =>
  Effect.promise(stop)
)
