import { connect, type Socket } from "node:net"
import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** How long an answer may be: room for all of it. */
const ROOM = 64 * 1024

const END_OF_HEAD = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

/** The status of an answer that is whole; undefined while more is to come. */
const statusOf = (answer: Buffer): number | undefined => {
  const end = answer.indexOf(END_OF_HEAD)
  if (end === -1) return undefined
  const head = answer.toString("latin1", 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined
      ? answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : answer.length >= end + END_OF_HEAD.length + Number(length)
  return isWhole ? Number(head.slice(9, 12)) : undefined
}

/** A connection that is kept open. One call at a time. */
interface Line {
  /** Sends a call, and gives the status of its answer. */
  readonly call: (request: Buffer) => Promise<number>
  readonly close: () => void
}

/**
 * Connects to a port of this machine. A client of the usual kind would take as much of the machine as the server that is
 * measured; this one reuses one buffer, and only checks that an answer is complete.
 */
export const openLine = (port: number): Promise<Line> =>
  new Promise((resolve, reject) => {
    let waiting: { readonly resolve: (status: number) => void; readonly reject: (error: Error) => void }
    const room = Buffer.alloc(ROOM)
    const read = Buffer.alloc(ROOM)
    let filled = 0
    const onData = (count: number, bytes: Uint8Array): boolean => {
      room.set(bytes.subarray(0, count), filled)
      filled += count
      const status = statusOf(room.subarray(0, filled))
      if (status !== undefined) {
        filled = 0
        waiting.resolve(status)
      }
      return true
    }
    const onread = { buffer: read, callback: onData }
    const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true, onread })
    socket.on("error", (error) => (waiting ?? { reject }).reject(error))
    socket.on("close", () => (waiting ?? { reject }).reject(new Error("The connection was closed.")))
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

const CONNECTIONS = 16

/** The result of a load. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Statuses other than success, with their counts. */
  readonly refused: Readonly<Record<string, number>>
}

/** Sends calls over connections that stay open, each after the previous answer. */
export const closedLoop = async (port: number, requests: ReadonlyArray<Buffer>): Promise<Load> => {
  const times = new Float64Array(requests.length)
  const refused: Record<string, number> = {}
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(port)))

  let next = 0
  const began = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let nth = next++; nth < requests.length; nth = next++) {
        const sent = performance.now()
        const status = await line.call(requests[nth]!)
        times[nth] = performance.now() - sent
        if (status !== 200 && status !== 201) refused[status] = (refused[status] ?? 0) + 1
      }
    })
  )
  const took = (performance.now() - began) / 1000
  for (const line of lines) line.close()
  times.sort()
  return {
    perSecond: requests.length / took,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    refused
  }
}

/** Puts a load on a server, from a process of its own. Fails if a call is refused. */
export const runLoad = async (program: URL, ...args: ReadonlyArray<string | number>): Promise<Load> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(program),
    ...args.map(String)
  ])
  const load = JSON.parse(stdout) as Load
  if (Object.keys(load.refused).length > 0)
    throw new Error(`Calls were refused: ${JSON.stringify(load.refused)}`)
  return load
}
