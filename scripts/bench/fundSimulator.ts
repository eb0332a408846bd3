/**
 * Compares the fund simulator with `prism mock` on the same document, alternating: time to the first answer (packed),
 * then
 * calls a
 * second, p99 and memory for employer lookup and member registration. `fundSimulator [rounds] [--quick]`.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"
import { atLeast, atMost, type Figure, percentile, noted } from "../chaos/Figure.ts"
import type { Load } from "./fund-simulator/loadProcess.ts"
import type { Kind } from "./fund-simulator/requests.ts"
import { report } from "./report.ts"
import {
  KEY,
  memoryOf,
  packedSimulator,
  prismMock,
  type Rival,
  type Running,
  start
} from "./fund-simulator/Rival.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)
const STARTS = values.quick ? 2 : 10
const CALLS = values.quick ? 2000 : 10_000
const WARM_UP = values.quick ? 1000 : 5000

const median = (numbers: ReadonlyArray<number>): number => percentile(numbers, 0.5)

const loadProcess = fileURLToPath(new URL("fund-simulator/loadProcess.ts", import.meta.url))
let people = 0

const load = async ({ port }: Running, kind: Kind, calls: number): Promise<Load> => {
  const args = [loadProcess, String(port), KEY, kind, String(people), String(calls)]
  people += calls
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const result = JSON.parse(stdout) as Load
  if (Object.keys(result.refused).length > 0)
    throw new Error(`Calls were refused: ${JSON.stringify(result.refused)}`)
  return result
}

/** Of one program, all rounds. */
interface Measured {
  readonly starts: Array<number>
  readonly memory: Array<number>
  readonly loads: Record<Kind, Array<Load>>
}

const folder = mkdtempSync(join(tmpdir(), "bench-fund-simulator-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const rivals: ReadonlyArray<Rival> = [packedSimulator(folder), prismMock]
const measured = rivals.map((): Measured => ({
  starts: [],
  memory: [],
  loads: { lookup: [], registration: [] }
}))

/** Alternating, the other one first each time: the machine's own variation is larger than the difference to measure. */
const alternating = async (round: number, measure: (index: number) => Promise<void>) => {
  for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) await measure(index)
}

for (let round = 0; round < STARTS; round += 1) {
  await alternating(round, async (index) => {
    const running = await start(rivals[index]!)
    measured[index]!.starts.push(running.firstAnswer)
    await running.stop()
  })
}

const running = [await start(rivals[0]!), await start(rivals[1]!)] as const
for (const kind of ["lookup", "registration"] as const) {
  for (const one of running) await load(one, kind, WARM_UP)
}
for (let round = 0; round < rounds; round += 1) {
  for (const kind of ["lookup", "registration"] as const) {
    const results: Array<string> = []
    await alternating(round, async (index) => {
      const result = await load(running[index]!, kind, CALLS)
      measured[index]!.loads[kind].push(result)
      results.push(
        `${rivals[index]!.name} ${Math.round(result.perSecond)}/s, p99 ${result.p99.toFixed(2)} ms`
      )
    })
    console.log(`  round ${round + 1}, ${kind}: ${results.join("; ")}`)
  }
  for (const [index, { pid }] of running.entries()) measured[index]!.memory.push(memoryOf(pid))
}
for (const one of running) await one.stop()

const [ours, prisms] = measured as [Measured, Measured]
const of = (kind: Kind, name: "perSecond" | "p99") =>
  [ours, prisms].map(({ loads }) => median(loads[kind].map((load) => load[name]))) as [number, number]

/** Calls a second, as a ratio to Prism. */
const leastRatio: Readonly<Record<Kind, number>> = { lookup: 3, registration: 1.8 }

const speed = (kind: Kind): ReadonlyArray<Figure> => {
  const [rate, prismsRate] = of(kind, "perSecond")
  const [p99, prismsP99] = of(kind, "p99")
  return [
    noted(`${kind}s a second`, rate),
    noted(`${kind}s a second, Prism`, prismsRate),
    atLeast(`${kind}s a second, as a ratio to Prism`, rate / prismsRate, leastRatio[kind]),
    noted(`p99 of a ${kind}, Prism`, prismsP99, "ms"),
    atMost(`p99 of a ${kind}`, p99, prismsP99, "ms")
  ]
}

const figures: ReadonlyArray<Figure> = [
  noted("first answer, packed", median(ours.starts) * 1000, "ms"),
  noted("first answer, Prism", median(prisms.starts) * 1000, "ms"),
  atMost("first answer, as a ratio to Prism", median(ours.starts) / median(prisms.starts), 1 / 3),
  ...speed("lookup"),
  ...speed("registration"),
  noted("members that it keeps by the middle round", WARM_UP + Math.ceil(rounds / 2) * CALLS),
  noted("memory", median(ours.memory), "MiB"),
  noted("memory, Prism", median(prisms.memory), "MiB"),
  atMost("memory, as a ratio to Prism", median(ours.memory) / median(prisms.memory), 0.5)
]
report("fund-simulator", figures, rounds >= 5)
