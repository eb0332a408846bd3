import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/**
 * The fault on a line. `blackhole`: nothing gets through, and there is no error; bytes sent in the meantime arrive when
 * the line works again, if the sender still waits. `reset`: connections break, and no new one can be opened.
 * `half-open`: requests get through, and answers don't. `delay`: each chunk arrives 500 ms later. `loss`: one of a
 * hundred bytes gets lost.
 */
export const faults = ["blackhole", "reset", "half-open", "delay", "loss"] as const

export type Fault = (typeof faults)[number]

const DELAY = 500

/** The share of bytes that `loss` loses. */
const LOSS = 0.01

/** One direction of a connection. */
interface Line {
  readonly send: (piece: Buffer) => void
  /** No more will be sent. */
  readonly end: () => void
  /** The fault began or ended: bytes that were held back may pass. */
  readonly changed: () => void
  /** The bytes that are held back. */
  readonly kept: () => Buffer
}

const withLoss = (piece: Buffer, roll: () => number): Buffer => piece.filter(() => roll() >= LOSS) as Buffer

/** Forwards chunks to a socket in order, as far as the current fault allows. */
const makeLine = (
  to: Socket,
  isAnswers: boolean,
  fault: () => Fault | undefined,
  roll: () => number
): Line => {
  let kept: Array<Buffer> = []
  let hasEnded = false
  /** Chunks in transit: later ones must not overtake them when the delay ends. */
  let delayed = 0
  const isHeld = () => fault() === "blackhole" || (fault() === "half-open" && isAnswers)
  const write = (piece: Buffer) => {
    if (!to.destroyed && piece.length > 0) to.write(piece)
  }
  const inOrder = (run: () => void) => {
    if (fault() !== "delay" && delayed === 0) return run()
    delayed += 1
    setTimeout(() => {
      delayed -= 1
      run()
    }, DELAY)
  }
  return {
    send: (piece) => {
      if (isHeld() || kept.length > 0) kept.push(piece)
      else inOrder(() => write(fault() === "loss" ? withLoss(piece, roll) : piece))
    },
    end: () => {
      hasEnded = true
      if (!isHeld()) inOrder(() => to.end())
    },
    changed: () => {
      if (isHeld()) return
      const pieces = kept
      kept = []
      for (const piece of pieces) write(piece)
      if (hasEnded) to.end()
    },
    kept: () => Buffer.concat(kept)
  }
}

/** A TCP proxy on this machine, whose lines can be broken in several ways. */
export interface Proxy {
  readonly port: number
  /** The fault from now on; undefined: the lines work. */
  readonly fault: (fault: Fault | undefined) => Effect.Effect<void>
  /** The local ports of its connections to the target, closed ones too: the target sees these ports. */
  readonly clients: ReadonlySet<number>
  /** How often a text occurs in the bytes that callers sent and the proxy holds back. */
  readonly keptBack: (text: string) => Effect.Effect<number>
}

interface Connection {
  readonly caller: Socket
  readonly target: Socket
  readonly lines: ReadonlyArray<Line>
}

/** Breaks both ends like a crashed machine, without closing the connections. */
const breakOff = ({ caller, target }: Pick<Connection, "caller" | "target">) => {
  caller.resetAndDestroy()
  target.resetAndDestroy()
}

const occurrences = (held: Buffer, text: string): number => held.toString("latin1").split(text).length - 1

/** Listens in front of a port of this machine; ends with the scope. */
export const startProxy = (targetPort: number, roll: () => number): Effect.Effect<Proxy, never, Scope> =>
  Effect.acquireRelease(
    Effect.callback<Proxy & { readonly stop: () => void }>((resume) => {
      let current: Fault | undefined
      const clients = new Set<number>()
      const open = new Set<Connection>()
      const server = createServer({ allowHalfOpen: true }, (caller) => {
        if (current === "reset") return void caller.resetAndDestroy()
        const target = connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true })
        const there = makeLine(target, false, () => current, roll)
        const back = makeLine(caller, true, () => current, roll)
        const connection = { caller, target, lines: [there, back] }
        open.add(connection)
        target.on("connect", () => clients.add(target.localPort ?? -1))
        caller.on("data", there.send).on("end", there.end)
        target.on("data", back.send).on("end", back.end)
        const over = () => {
          if (open.delete(connection)) breakOff(connection)
        }
        // A side that stopped waiting receives and sends nothing afterwards.
        for (const socket of [caller, target]) socket.on("error", over).on("close", over)
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
            clients,
            fault: (fault) =>
              Effect.sync(() => {
                current = fault
                for (const connection of open) {
                  if (fault === "reset") breakOff(connection)
                  for (const line of connection.lines) line.changed()
                }
              }),
            keptBack: (text) =>
              Effect.sync(() =>
                [...open].reduce(
                  (all, { lines: [there] }) =>
                    all + (there === undefined ? 0 : occurrences(there.kept(), text)),
                  0
                )
              ),
            stop: () => {
              server.close()
              for (const connection of open) breakOff(connection)
            }
          })
        )
      )
    }),
    ({ stop }) => Effect.sync(stop)
  )
