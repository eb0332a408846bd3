/**
 * The packed fund simulator: time to the first answer, then calls a second, p99 and memory for employer lookup and member
 * registration. `fundSimulator [rounds] [--quick]`.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { figuresOf, type Measured } from "./fund-simulator/figures.ts"
import type { Kind } from "./fund-simulator/requests.ts"
import { KEY, start, unpackInto } from "./fund-simulator/Simulator.ts"
import { runLoad } from "./load/runLoad.ts"
import { report } from "./report.ts"

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
  return runLoad(new URL("fund-simulator/loadProcess.ts", import.meta.url), port, KEY, kind, first, calls)
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
