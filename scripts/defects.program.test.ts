/** A defect of any program is printed and exits 70, so that nobody takes it for a result. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "defects-"))
afterAll(() => rmSync(folder, { recursive: true }))

// Built from two words: a stack names the whole code below.
const thrower = `() => { throw new Error("planted" + "defect") }`

/** Loaded before the program: what it uses throws. */
const plants = {
  arguments: `process.argv.slice = ${thrower}`,
  spawn: `import child from "node:child_process"; import { syncBuiltinESMExports } from "node:module"; child.spawn = ${thrower}; syncBuiltinESMExports()`,
  send: `process.send = ${thrower}`,
  // In that file alone: printing asks for it, too.
  terminal: `Object.defineProperty(process.stderr, "isTTY", { get() { if (new Error().stack.split("\\n")[2].includes("Telemetry.ts")) (${thrower})() } })`
}

const reported = /This is a mistake in the program[^]*planteddefect/
const logged = /"level":"fatal"[^]*planteddefect/

const programs: ReadonlyArray<
  readonly [program: string, planted: keyof typeof plants, says: RegExp, args: ReadonlyArray<string>]
> = [
  ["scripts/admin.ts", "spawn", reported, ["product", "list"]],
  ["packages/program/src/postgres/main.ts", "send", reported, [join(folder, "database"), "--remove"]],
  ["packages/service/src/main.ts", "arguments", logged, []],
  ["packages/service/src/main.ts", "terminal", reported, []],
  ["packages/check/src/fund/main.ts", "arguments", reported, []],
  ["packages/check/src/partner/main.ts", "arguments", reported, []],
  ["simulators/fund/src/main.ts", "arguments", reported, []],
  ["simulators/partner/src/main.ts", "arguments", reported, []]
]

interface Ended {
  readonly code: number
  readonly err: string
}

const run = (program: string, planted: string, args: ReadonlyArray<string>) =>
  new Promise<Ended>((resolve) => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(planted)}`
    const env = { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
    execFile(process.execPath, [preload, program, ...args], { env }, (error, _, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), err })
    )
  })

it.each(programs)("%s prints a defect (%s) and exits 70", async (program, planted, says, args) => {
  const { code, err } = await run(program, plants[planted], args)
  expect(err).toMatch(says)
  expect(err.match(/planteddefect/g), "once").toHaveLength(1)
  expect(code).toBe(70)
})
