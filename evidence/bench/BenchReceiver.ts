import * as Effect from "effect/Effect"
import { fork } from "node:child_process"

/** The webhooks since the last call, in order: webhook ids, and when (milliseconds since 1970). */
export interface Came {
  readonly ids: ReadonlyArray<string>
  readonly times: ReadonlyArray<number>
}

export interface BenchReceiver {
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
