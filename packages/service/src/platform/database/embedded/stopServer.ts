import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"
import { findServer, type Server } from "./findServer.ts"
import { NotYet } from "./NotYet.ts"

const signal = (server: Server, name: "SIGINT" | "SIGQUIT") =>
  Effect.try({
    try: () => process.kill(server.pid, name),
    catch: () =>
      new OperatorError({
        problem: `The embedded database (process ${server.pid}) belongs to another user of this machine.`,
        remedy: "Run as the user who started it."
      })
  })

/** Stops a server: connections are closed, all is written, and the next start needs no recovery. */
export const stopServer = Effect.fnUntraced(function* (cluster: string) {
  const gone = (seconds: number) =>
    findServer(cluster).pipe(
      Effect.filterOrFail(Option.isNone, () => new NotYet()),
      Effect.retry({ schedule: Schedule.spaced("15 millis"), times: (seconds * 1000) / 15 })
    )
  const server = yield* findServer(cluster)
  if (Option.isNone(server)) return
  yield* signal(server.value, "SIGINT")
  yield* Effect.catchTag(gone(20), "NotYet", () =>
    // It hangs: end it without the last checkpoint; the write-ahead log makes up for it at the next start.
    Effect.andThen(signal(server.value, "SIGQUIT"), Effect.ignore(gone(5)))
  )
})
