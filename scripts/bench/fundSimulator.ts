/**
 * Compares the fund simulator with `prism mock` on the same document, alternating: time to the first answer (packed),
 * then calls a second, p99 and memory for employer lookup and member registration; and with stripe-mock's charges, if it
 * is installed. `fundSimulator [rounds] [--quick]`.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"
import { figuresOf, type Measured, median } from "./fund-simulator/figures.ts"
import type { Load } from "./fund-simulator/closedLoop.ts"
import { type Kind } from "./fund-simulator/requests.ts"
import {
  KEY,
  memoryOf,
  packedSimulator,
  prismMock,
  type Rival,
  type Running,
  start,
  stripeMock
} from "./fund-simulator/Rival.ts"
import { installed, lastMeasured, measuredNow } from "./fund-simulator/stripeMock.ts"
import { report } from "./report.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)
const STARTS = values.quick ? 2 : 10
const CALLS = values.quick ? 2000 : 10_000
const WARM_UP = values.quick ? 1000 : 5000
const isWhole = rounds >= 5

const loadProcess = fileURLToPath(new URL("fund-simulator/loadProcess.ts", import.meta.url))
let people = 0

const load = async ({ port }: Running, kind: Kind | "charge", calls: number): Promise<Load> => {
  const args = [loadProcess, String(port), KEY, kind, String(people), String(calls)]
  people += calls
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const result = JSON.parse(stdout) as Load
  if (Object.keys(result.refused).length > 0)
    throw new Error(`Calls were refused: ${JSON.stringify(result.refused)}`)
  return result
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
const stripe = installed === undefined ? undefined : await start(stripeMock(installed))
const charges: Array<Load> = []
for (const kind of ["lookup", "registration"] as const) {
  for (const one of running) await load(one, kind, WARM_UP)
}
if (stripe !== undefined) await load(stripe, "charge", WARM_UP)
for (let round = 0; round < rounds; round += 1) {
  for (const kind of ["lookup", "registration"] as const) {
    const results: Array<string> = []
    const note = (name: string, { p99, perSecond }: Load) =>
      results.push(`${name} ${Math.round(perSecond)}/s, p99 ${p99.toFixed(2)} ms`)
    await alternating(round, async (index) => {
      const result = await load(running[index]!, kind, CALLS)
      measured[index]!.loads[kind].push(result)
      note(rivals[index]!.name, result)
    })
    if (stripe !== undefined && kind === "registration") {
      const result = await load(stripe, "charge", CALLS)
      charges.push(result)
      note("stripe-mock's charges", result)
    }
    console.log(`  round ${round + 1}, ${kind}: ${results.join("; ")}`)
  }
  for (const [index, { pid }] of running.entries()) measured[index]!.memory.push(memoryOf(pid))
}
for (const one of running) await one.stop()
await stripe?.stop()

const [ours, prism] = measured as [Measured, Measured]
const beside =
  stripe === undefined
    ? lastMeasured()
    : measuredNow(
        {
          perSecond: median(charges.map(({ perSecond }) => perSecond)),
          p99: median(charges.map(({ p99 }) => p99))
        },
        isWhole
      )
const members = WARM_UP + Math.ceil(rounds / 2) * CALLS
report("fund-simulator", figuresOf(ours, prism, beside, members), isWhole)
