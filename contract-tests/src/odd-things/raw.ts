/** HTTP byte by byte: a server that answers, and a client that asks, what no library would write. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A server on this machine that answers each request with bytes that no HTTP library would write. */
export interface RawServer {
  readonly url: string
  /** How many requests have arrived. */
  readonly arrived: () => number
  /** The bytes of each answer from now on. */
  readonly answerWith: (bytes: string | Buffer) => void
  readonly stop: () => Promise<void>
}

/** Whether a request is complete: its head, and as much body as its head says. */
const isWhole = (received: Buffer): boolean => {
  const end = received.indexOf("\r\n\r\n")
  if (end === -1) return false
  const [, length = "0"] =
    /\r\ncontent-length: (\d+)/i.exec(received.subarray(0, end).toString("latin1")) ?? []
  return received.length >= end + 4 + Number(length)
}

export const startRawServer = async (): Promise<RawServer> => {
  let bytes: string | Buffer = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"
  let arrived = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk])
      if (!isWhole(received)) return
      received = Buffer.alloc(0)
      arrived += 1
      socket.end(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    answerWith: (next) => void (bytes = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

/** An answer of this status, with these header lines and this body. */
export const rawAnswer = (status: number, lines: ReadonlyArray<string> = [], body = ""): string =>
  [
    `HTTP/1.1 ${status} Odd`,
    ...lines,
    "connection: close",
    ...(body === "" ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    "",
    body
  ].join("\r\n")

/** An answer as it came; status 0 if the server closed without one. */
interface Spoken {
  readonly status: number
  readonly text: string
}

/** Writes these bytes to a server, and returns its answer once it has closed. */
export const speak = (url: string, bytes: string): Promise<Spoken> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let text = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => (text += chunk))
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? undefined : reject(error)
    )
    socket.on("close", () => {
      const [, status = "0"] = /^HTTP\/1\.1 (?!1\d\d)(\d{3})/m.exec(text) ?? []
      resolve({ status: Number(status), text })
    })
    socket.write(bytes, "latin1")
  })

/** The head of a request that ends its connection. */
export const head = (line: string, host: string | undefined, lines: ReadonlyArray<string> = []): string =>
  [line, ...(host === undefined ? [] : [`Host: ${host}`]), ...lines, "Connection: close", "", ""].join("\r\n")
