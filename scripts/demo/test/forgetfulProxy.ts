import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * A proxy that passes every request on, and loses each answer the first time: the connection breaks after the request
 * was carried out.
 */
export interface ForgetfulProxy {
  readonly url: string
  /** The requests whose answers were lost: method and path. */
  readonly lost: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends the request on, and answers when the whole answer is there, so that the request was carried out. */
const ask = (upstream: string, { headers, method, url }: IncomingMessage, body: Buffer) =>
  new Promise<{ readonly answer: IncomingMessage; readonly content: Buffer }>((resolve, reject) => {
    const { host: _, ...others } = headers
    const outgoing = request(new URL(url ?? "/", upstream), { method, headers: others, agent: false })
    outgoing.once("response", (answer) => {
      bodyOf(answer).then((content) => resolve({ answer, content }), reject)
    })
    outgoing.once("error", reject)
    outgoing.end(body)
  })

export const forgetfulProxy = async (upstream: string): Promise<ForgetfulProxy> => {
  const known = new Set<string>()
  const lost: Array<string> = []
  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming)
    const { answer, content } = await ask(upstream, incoming, body)
    const name = [incoming.method, incoming.url, body.toString(), answer.statusCode].join("\n")
    if (!known.has(name)) {
      known.add(name)
      lost.push(`${incoming.method} ${new URL(incoming.url ?? "/", upstream).pathname}`)
      // Half of them break amid the answer.
      if (lost.length % 2 === 0) {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        response.write(content.subarray(0, content.length / 2))
      }
      response.destroy()
      return
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(content)
  }
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
