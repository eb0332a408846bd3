import { connect, type Socket } from "node:net"

/** The status of an answer that is whole; undefined while more is to come. */
const statusOf = (answer: string): number | undefined => {
  const end = answer.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const head = answer.slice(0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined ? answer.endsWith("0\r\n\r\n") : answer.length >= end + 4 + Number(length)
  return isWhole ? Number(head.slice(9, 12)) : undefined
}

/** A connection that is kept open. One call at a time. */
export interface Line {
  /** Sends a call, and gives the status of its answer. */
  readonly call: (request: Buffer) => Promise<number>
  readonly close: () => void
}

/**
 * Connects to a port of this machine. A client of the usual kind would take as much of the machine as the server that is
 * measured; this one reads no more of an answer than that it is whole.
 */
export const openLine = (port: number): Promise<Line> =>
  new Promise((resolve, reject) => {
    let waiting: { readonly resolve: (status: number) => void; readonly reject: (error: Error) => void }
    let answer = ""
    const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true })
    socket.setEncoding("latin1")
    socket.on("error", (error) => (waiting ?? { reject }).reject(error))
    socket.on("close", () => (waiting ?? { reject }).reject(new Error("The connection was closed.")))
    socket.on("data", (chunk: string) => {
      answer += chunk
      const status = statusOf(answer)
      if (status === undefined) return
      answer = ""
      waiting.resolve(status)
    })
    socket.on("connect", () =>
      resolve({
        call: (request) =>
          new Promise<number>((resolve, reject) => {
            waiting = { resolve, reject }
            socket.write(request)
          }),
        close: () => socket.destroy()
      })
    )
  })
