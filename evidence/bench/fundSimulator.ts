/**
 * The packed fund simulator: time to the first answer, then calls a second, p99 and memory for employer lookup and member
 * registration. `fundSimulator [rounds] [--quick]`.
 */
import { atLeast, atMost, type Figure, noted, percentile } from "../chaos/Row.ts"
import { type Load, runLoad } from "./closedLoop.ts"
import type { Kind } from "./fund-simulator/requests.ts"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { KEY, start, unpackInto } from "./fund-simulator/Simulator.ts"
import { report } from "./Bench.ts"

/** The measurements of all rounds. */
interface Measured {
  /** Milliseconds. */
  readonly starts: Array<number>
  /** MiB. */
  readonly memory: Array<number>
  readonly loads: Record<Kind, Array<Load>>
}

const median = (numbers: ReadonlyArray<number>): number => percentile(numbers, 0.5)

/** A caller under test never waits for the simulator: more than the service sends to one fund. */
const LEAST_A_SECOND = 1000
/** Milliseconds. */
const MOST_P99 = 50

/** All figures; `members` is how many the simulator kept at the middle of the measurement. */
const figuresOf = ({ loads, memory, starts }: Measured, members: number): ReadonlyArray<Figure> => [
  atMost("first answer, packed", median(starts), 500, "ms"),
  ...(["lookup", "registration"] as const).flatMap((kind) => [
    atLeast(`${kind}s a second`, median(loads[kind].map(({ perSecond }) => perSecond)), LEAST_A_SECOND),
    atMost(`p99 of a ${kind}`, median(loads[kind].map(({ p99 }) => p99)), MOST_P99, "ms")
  ]),
  noted("members that it keeps by the middle round", members),
  atMost("memory", median(memory), 200, "MiB")
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)
const STARTS = values.quick ? 2 : 10
const CALLS = values.quick ? 2000 : 10_000
const WARM_UP = values.quick ? 1000 : 5000

const folder = mkdtempSync(join(tmpdir(), "bench-fund-simulator-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
unpackInto(folder)

const measured: Measured = { starts: [], memory: [], loads: { lookup: [], registration: [] } }
for (let nth = 0; nth < STARTS; nth += 1) {
  const { firstAnswer, stop } = await start(folder)
  measured.starts.push(firstAnswer)
  await stop()
}

const { memory, port, stop } = await start(folder)
let people = 0
const load = (kind: Kind, calls: number) => {
  const first = people
  people += calls
  return runLoad(new URL("fund-simulator/requests.ts", import.meta.url), port, KEY, kind, first, calls)
}
const kinds = ["lookup", "registration"] as const
for (const kind of kinds) await load(kind, WARM_UP)
for (let round = 0; round < rounds; round += 1) {
  for (const kind of kinds) {
    const result = await load(kind, CALLS)
    measured.loads[kind].push(result)
    console.log(
      `  round ${round + 1}, ${kind}: ${Math.round(result.perSecond)}/s, p99 ${result.p99.toFixed(2)} ms`
    )
  }
  measured.memory.push(memory())
}
await stop()

report("fund-simulator", figuresOf(measured, WARM_UP + Math.ceil(rounds / 2) * CALLS), rounds >= 5)
