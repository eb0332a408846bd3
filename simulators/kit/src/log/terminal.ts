import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import process from "node:process"
import { withoutNumbers } from "../privacy.ts"
import { SERVICE } from "./entries.ts"

/** A clock that differs more from the machine's was moved. */
const MINUTE_MS = 60_000

/** The time of an entry; with its date where the clock was moved, because the service prints the machine's time beside it. */
const timeOf = ({ at, began_us }: TimelineEntry): string => {
  const isMoved = Math.abs(Date.parse(at) - began_us / 1000) > MINUTE_MS
  return isMoved ? `${at.slice(0, 10)} ${at.slice(11, 19)}` : at.slice(11, 19)
}

/** One entry as a line for people: `12:04:31  201  POST /v1/member_registration  Registered N.O. as member 10 ••• 012  (3 ms)` */
export const lineOf = (entry: TimelineEntry): string => {
  // A call that the simulator made.
  const arrow = entry.to === SERVICE ? "→ " : ""
  const call =
    entry.method === null ? [] : [`${entry.status ?? "---"}  ${arrow}${entry.method} ${entry.path ?? ""}`]
  // The sentence of a call that the simulator made repeats the call.
  const isRepeated = entry.method !== null && entry.summary.startsWith(`${entry.method} ${entry.path ?? ""} `)
  const text = isRepeated ? (entry.detail["code"] ?? "") : withoutNumbers(entry.summary)
  const took = entry.duration_ms === null ? [] : [`(${entry.duration_ms} ms)`]
  return [timeOf(entry), ...call, text, ...took].filter((part) => part !== "").join("  ")
}

/** Short enough for a person who watches. */
const flushAfter = 20

/** A line, and when what it says began. */
interface Line {
  readonly text: string
  readonly began: number
}

/** Lines as they are read: a call is noted with its answer, and so after what it caused. */
export const inOrder = (lines: ReadonlyArray<Line>): string =>
  lines
    .toSorted((one, other) => one.began - other.began)
    .map(({ text }) => `${text}\n`)
    .join("")

const waiting: Array<Line> = []
const flush = () => {
  if (waiting.length > 0) process.stdout.write(inOrder(waiting.splice(0)))
}
/** A terminal is slow, so lines printed within a short time are written together. */
const print = (text: string, began: number): void => {
  if (waiting.push({ text, began }) === 1) setTimeout(flush, flushAfter)
}
process.once("exit", flush)

/** Prints entries for people. */
export const printLines = (entry: TimelineEntry): void => print(lineOf(entry), entry.began_us)

/** Prints entries for programs, one JSON object a line, in the order of their positions. */
export const printJson = (entry: TimelineEntry): void => print(JSON.stringify(entry), entry.seq)
