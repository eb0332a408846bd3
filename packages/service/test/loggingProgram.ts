/**
 * `loggingProgram <ends|throws|waits|floods>`: logs 1,000 lines of 200 letters, and ends as its argument says. `waits`
 * goes on until a signal; `floods` says on standard output how often its timer ran while the log's reader didn't read.
 */
import { runMain } from "@embedded-super/program/runMain"
import * as Effect from "effect/Effect"
import process from "node:process"
import { Telemetry } from "../src/platform/telemetry/Telemetry.ts"

const [, , end = "ends"] = process.argv
const lines = Effect.forEach(
  Array.from({ length: 1000 }, (_, nth) => nth),
  (nth) => Effect.logInfo(`line ${nth} ${"x".repeat(190)}`),
  { discard: true }
)

const ends: Readonly<Record<string, Effect.Effect<void>>> = {
  ends: Effect.void,
  throws: Effect.andThen(
    Effect.sync(() => setImmediate(() => JSON.parse("no JSON"))),
    Effect.never
  ),
  waits: Effect.andThen(
    Effect.sync(() => process.stdout.write("waiting\n")),
    Effect.never
  ),
  floods: Effect.forEach(
    Array.from({ length: 20 }, (_, nth) => nth),
    (nth) =>
      Effect.andThen(
        Effect.sleep("5 millis"),
        Effect.sync(() => process.stdout.write(`${nth}\n`))
      ),
    { discard: true }
  )
}

runMain(Effect.andThen(lines, ends[end] ?? Effect.void).pipe(Effect.provide(Telemetry)))
