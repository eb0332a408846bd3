/**
 * `pnpm matrix`: runs both conformance kits, and the tools of others that are installed, against the whole fleet, and
 * writes contract-tests/conformance/matrix/*.json. Nothing but a lost or a new kill changes fund.json and partner.json.
 */
import * as Effect from "effect/Effect"
import process from "node:process"
import { writeKills } from "../contract-tests/conformance/matrix/writeKills.ts"
import { type SideName, sides } from "../contract-tests/conformance/matrix/sides.ts"
import { writeRivals } from "../contract-tests/conformance/matrix/writeRivals.ts"
import { commandLine, readFlags, UsageError } from "./support/commandLine.ts"

const usage = `matrix: which check of the conformance kits finds which fault of the fleet; writes contract-tests/conformance/matrix

  matrix [fund|partner]   one side (both)
  --only TEXT             the servers whose name holds this; the others keep their rows
  --kits                  the kits alone: the tools of others take half an hour
  --rivals                the tools of others alone
  --every N               the tools of others on each N-th fund only, from 1 to 99 (1)`

const flags = {
  kits: { type: "boolean" },
  rivals: { type: "boolean" },
  only: { type: "string" },
  every: { type: "string" }
} as const

const { chosen, every, kits, only, rivals } = commandLine(usage, (args) => {
  const { positionals, values } = readFlags(args, flags, 1)
  const names = Object.keys(sides) as ReadonlyArray<SideName>
  const [given] = positionals
  const found = names.filter((name) => given === undefined || name === given)
  if (found.length === 0) throw new UsageError("A side is fund or partner; see --help.")
  const { every = "1", kits = false, only = "", rivals = false } = values
  if (!/^[1-9]\d?$/.test(every)) throw new UsageError("--every takes a whole number from 1 to 99.")
  return { chosen: found, every: Number(every), kits: kits || only !== "", only, rivals }
})

const say = (line: string) => console.log(line)
let complete = true
if (!rivals) {
  for (const side of chosen) {
    const missed = await Effect.runPromise(writeKills(side, only, say))
    for (const line of missed) console.log(`FAIL ${line}`)
    complete &&= missed.length === 0
  }
}
if (!kits && chosen.includes("fund")) await writeRivals(say, every)
process.exit(complete ? 0 : 1)
