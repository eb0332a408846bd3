import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** An answer with a JSON body. */
interface Answer {
  readonly status: number
  readonly body: any
}

export interface Alteration {
  readonly method: string
  readonly path: RegExp
  readonly change: (answer: Answer) => Answer
}

export interface Altered {
  readonly url: string
  /** The number of answers changed. */
  readonly changed: () => number
  readonly stop: () => Promise<void>
}

const bytesOf = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The headers of the connection and its compression, as opposed to those of the message. */
const hops = [
  ...["connection", "host", "content-length", "content-encoding", "transfer-encoding"],
  ...["accept-encoding", "keep-alive"]
]

const headersOf = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hops.includes(name)).map(([name, value]) => [name, String(value)])
  )

/** A proxy in front of a server that changes the answers of one operation; everything else passes unchanged. */
export const startAltered = async (
  upstream: string,
  { change, method, path }: Alteration
): Promise<Altered> => {
  let changed = 0
  const pass = async (request: IncomingMessage) => {
    const { headers, method: requestMethod = "GET", url = "/" } = request
    const sent = await bytesOf(request)
    const answer = await fetch(upstream + url, {
      method: requestMethod,
      headers: headersOf(Object.entries(headers)),
      ...(sent.length === 0 ? {} : { body: sent })
    })
    const whole = { status: answer.status, text: await answer.text(), headers: headersOf(answer.headers) }
    if (requestMethod !== method || !path.test(url.split("?")[0] ?? "")) return whole
    changed += 1
    const { body, status } = change({ status: whole.status, body: JSON.parse(whole.text) })
    return { ...whole, status, text: JSON.stringify(body) }
  }
  const server = createServer((request, response) => {
    pass(request).then(
      ({ headers, status, text }) => response.writeHead(status, headers).end(text),
      (error: unknown) => response.writeHead(502).end(String(error))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changed: () => changed,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
