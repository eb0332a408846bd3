import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import process from "node:process"
import { withoutNumbers } from "../privacy.ts"
import { SERVICE } from "./entries.ts"

/** One entry as a line for people: `12:04:31  201  POST /v1/member_registration  Registered N.O. as member 10 ••• 012  (3 ms)` */
export const lineOf = (entry: TimelineEntry): string => {
  // A call that the simulator made.
  const arrow = entry.to === SERVICE ? "→ " : ""
  const call =
    entry.method === null ? [] : [`${entry.status ?? "---"}  ${arrow}${entry.method} ${entry.path ?? ""}`]
  const took = entry.duration_ms === null ? [] : [`(${entry.duration_ms} ms)`]
  return [entry.at.slice(11, 19), ...call, withoutNumbers(entry.summary), ...took].join("  ")
}

/** Short enough for a person who watches. */
const flushAfter = 20

const waiting: Array<string> = []
const flush = () => {
  if (waiting.length > 0) process.stdout.write(waiting.splice(0).join(""))
}
/** A terminal is slow, so lines printed within a short time are written together. */
const print = (line: string): void => {
  if (waiting.push(`${line}\n`) === 1) setTimeout(flush, flushAfter)
}
process.once("exit", flush)

/** Prints entries for people. */
export const printLines = (entry: TimelineEntry): void => print(lineOf(entry))

/** Prints entries for programs, one JSON object a line. */
export const printJson = (entry: TimelineEntry): void => print(JSON.stringify(entry))
