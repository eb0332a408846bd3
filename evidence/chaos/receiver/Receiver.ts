import * as Effect from "effect/Effect"
import { fork } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Scope } from "effect/Scope"
import type { ArrivalLine, Behaviour, Counts, Order } from "./Behaviour.ts"

/** The partners' side of a run: one process, a path for each endpoint. */
export interface Receiver {
  readonly url: (path: string) => string
  readonly port: number
  readonly pid: number
  readonly behave: (path: string, behaviour: Behaviour) => Effect.Effect<void>
  /** How many requests came so far, by path. */
  readonly counts: Effect.Effect<Counts>
  /** Everything that has arrived so far, in the order of the log. */
  readonly lines: Effect.Effect<ReadonlyArray<ArrivalLine>>
}

/** Line by line: the log of a long run is larger than the longest string. */
const linesIn = (file: string): ReadonlyArray<ArrivalLine> => {
  const bytes = readFileSync(file)
  const lines: Array<ArrivalLine> = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf("\n", from)
    const to = end === -1 ? bytes.length : end
    if (to > from) lines.push(JSON.parse(bytes.toString("utf8", from, to)))
    from = to + 1
  }
  return lines
}

/** Starts the receiver's process; it ends with the scope. */
export const startReceiver = (file: string, seed: number): Effect.Effect<Receiver, never, Scope> =>
  Effect.acquireRelease(
    Effect.callback<Receiver & { readonly stop: () => void }>((resume) => {
      const child = fork(new URL("receiverProcess.ts", import.meta.url), [file, String(seed)])
      const waiting = new Map<number, (answer: unknown) => void>()
      let lastId = 0
      const order = <A>(order: Order) =>
        Effect.callback<A>((resume) => {
          lastId += 1
          waiting.set(lastId, (answer) => resume(Effect.succeed(answer as A)))
          child.send({ id: lastId, ...order })
        })
      const counts = order<Counts>({ order: "counts" })
      child.on("message", (message: { port: number } | { id: number; answer: unknown }) => {
        if ("id" in message) {
          waiting.get(message.id)?.(message.answer)
          waiting.delete(message.id)
          return
        }
        const { port } = message
        resume(
          Effect.succeed({
            url: (path) => `http://127.0.0.1:${port}${path}`,
            port,
            pid: child.pid ?? -1,
            behave: (path, behaviour) => order<void>({ order: "behave", path, behaviour }),
            counts,
            lines: Effect.map(counts, () => linesIn(file)),
            stop: () => child.kill()
          })
        )
      })
    }),
    ({ stop }) => Effect.sync(stop)
  )
