import { connect } from "node:net"

/** An answer as it came; status 0 if the server closed without one. */
export interface Spoken {
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
