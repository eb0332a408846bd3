/** A front of the service's API that notes each call and its answer: its address is known before the service has one. */
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** A call of a partner. */
export interface Noted {
  /** The key that it presented. */
  readonly key: string | undefined
  readonly path: string
  /** What it asked for, and the answer: "GET /api/v1/employers/{id}: 404 not_found". */
  readonly words: string
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const codeIn = (text: string): string => {
  try {
    return ` ${(JSON.parse(text) as { readonly code: string }).code}`
  } catch {
    return ""
  }
}

/** Not sent on: they belong to a connection, or to the text before it was decoded. */
const ofConnection = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "transfer-encoding"
])

const passed = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !ofConnection.has(name)).map(([name, value]) => [name, String(value)])
  )

export const front = Effect.gen(function* () {
  const noted: Array<Noted> = []
  let service = ""
  let underWay = 0
  let lastAt = 0
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const made = createServer(async (request, response) => {
        underWay += 1
        const { headers, method = "GET", url = "/" } = request
        const body = await bodyOf(request)
        const answer = await fetch(`${service}${url}`, {
          method,
          headers: passed(Object.entries(headers)),
          ...(body.length === 0 ? {} : { body: new Uint8Array(body) })
        })
        const text = Buffer.from(await answer.arrayBuffer())
        const path = url.replace(/\?.*/, "")
        const code = answer.status < 400 ? "" : codeIn(text.toString())
        const key = headers["x-api-key"]
        noted.push({
          key: key === undefined ? undefined : String(key),
          path,
          words: `${method} ${url.replaceAll(uuid, "{id}").replace(/=.*/, "=…")}: ${answer.status}${code}`
        })
        response.writeHead(answer.status, passed(answer.headers)).end(text)
        underWay -= 1
        lastAt = Date.now()
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => made.close().closeAllConnections())
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    noted: noted as ReadonlyArray<Noted>,
    /** Sends what comes from now on to the service there. */
    sendTo: (url: string) => void (service = url),
    /** Waits until no partner has called for so many milliseconds. */
    untilQuiet: (milliseconds: number) =>
      Effect.gen(function* () {
        lastAt = Date.now()
        const isBusy = () => underWay > 0 || Date.now() - lastAt < milliseconds
        while (isBusy()) yield* Effect.sleep("50 millis")
      })
  }
})

export type Front = Effect.Success<typeof front>
