/**
 * stripe-mock as it was measured last. It is written in Go, so npm doesn't install it (CONTRIBUTING has the line that
 * does). Where it isn't there, the simulator is compared with the figure in stripeMock.json, if that is of the same kind of
 * machine.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { projectRoot } from "../../../contract-tests/src/projectRoot.ts"
import { machine } from "../../chaos/results.ts"

/** What its `POST /v1/charges` reached. */
export interface Charges {
  readonly version: string
  readonly measuredOn: string
  readonly machine: string
  readonly perSecond: number
  readonly p99: number
}

const committed = new URL("stripeMock.json", import.meta.url)

const folder = process.env["RIVALS_FOLDER"] ?? join(projectRoot, ".data/rivals")
const program = join(folder, "stripe-mock/stripe-mock")

/** The path of the program; undefined: it isn't installed. */
export const installed: string | undefined = existsSync(program) ? program : undefined

/** The version that Go wrote into the program; its own `-version` doesn't know it. */
const versionOf = (file: string): string =>
  /github\.com\/stripe\/stripe-mock\t(v[\w.-]+)/.exec(readFileSync(file, "latin1"))?.[1] ?? "unknown"

export const lastMeasured = (): Charges => JSON.parse(readFileSync(committed, "utf8")) as Charges

/** A measurement of the installed program; `isKept`: it replaces the committed one. */
export const measuredNow = (result: Pick<Charges, "perSecond" | "p99">, isKept: boolean): Charges => {
  const charges: Charges = {
    version: installed === undefined ? "unknown" : versionOf(installed),
    measuredOn: new Date().toISOString().slice(0, 10),
    machine,
    perSecond: Math.round(result.perSecond),
    p99: Math.round(result.p99 * 100) / 100
  }
  if (isKept) writeFileSync(committed, `${JSON.stringify(charges, null, 2)}\n`)
  return charges
}
