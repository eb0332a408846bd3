import * as Effect from "effect/Effect"
import { fork } from "node:child_process"
import type * as FileSystem from "effect/FileSystem"
import type { Scope } from "effect/Scope"
import type { Figure } from "../chaos/Figure.ts"
import type { Server } from "../chaos/world/Server.ts"

/** The webhooks since the last call, in order: webhook ids, and when (milliseconds since 1970). */
interface Came {
  readonly ids: ReadonlyArray<string>
  readonly times: ReadonlyArray<number>
}

interface BenchReceiver {
  readonly origin: string
  readonly take: Effect.Effect<Came>
}

/** Starts the receiver's process; it ends with the scope. */
export const startBenchReceiver = Effect.acquireRelease(
  Effect.callback<BenchReceiver & { readonly stop: () => void }>((resume) => {
    const child = fork(new URL("receiverProcess.ts", import.meta.url))
    const take = Effect.callback<Came>((resume) => {
      child.once("message", (came: Came) => resume(Effect.succeed(came)))
      child.send("take")
    })
    child.once("message", ({ port }: { readonly port: number }) =>
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, take, stop: () => void child.kill() }))
    )
  }),
  ({ stop }) => Effect.sync(stop)
)

/** How a measurement is asked to run. */
interface BenchContext {
  readonly server: Server
  readonly receiver: BenchReceiver
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** A measurement. Its figures have limits, except those that are printed for orientation (at least 0). */
export interface Bench {
  readonly title: string
  readonly run: (
    context: BenchContext
  ) => Effect.Effect<ReadonlyArray<Figure>, unknown, Scope | FileSystem.FileSystem>
}
