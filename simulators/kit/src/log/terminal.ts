import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import type { LogEntry } from "./LogEntry.ts"

/** One entry as a line for people: `12:04:31  201  POST /v1/member_registration  Registered member 100000012  (3 ms)` */
const lineOf = (entry: LogEntry): string => {
  const call = entry.method === null ? [] : [`${entry.status ?? "---"}  ${entry.method} ${entry.path ?? ""}`]
  const took = entry.duration_ms === null ? [] : [`(${entry.duration_ms} ms)`]
  return [entry.at.slice(11, 19), ...call, entry.summary, ...took].join("  ")
}

/** Prints entries for people. */
export const printLines = (entry: LogEntry): Effect.Effect<void> => Console.log(lineOf(entry))

/** Prints entries for programs, one JSON object a line. */
export const printJson = (entry: LogEntry): Effect.Effect<void> => Console.log(JSON.stringify(entry))
