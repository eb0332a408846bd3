import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"

const reporter = fileURLToPath(new URL("requirement-reporter.ts", import.meta.url))
const packages = fileURLToPath(new URL("../../node_modules", import.meta.url))

const PROVEN = `
- id: R-1-1
  section: "1"
  level: MUST
  text: It works.
  proof:
    - works.test.ts
`

const folders: Array<string> = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs one test that cites R-1-1 in a project of its own, under the reporter. */
const run = (requirements: string, wholeRun: "1" | "0" = "1") => {
  const root = mkdtempSync(join(tmpdir(), "requirement-reporter-"))
  folders.push(root)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  symlinkSync(packages, join(root, "node_modules"))
  write("package.json", `{ "type": "module" }`)
  write("specs/requirements.yaml", requirements)
  write("works.test.ts", `import { it } from "vitest"\nit("works [R-1-1]", () => {})\n`)
  const { VITEST: _, VITEST_MODE: __, ...env } = process.env
  const summary = join(root, "summary.json")
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(packages, "vitest/vitest.mjs"), "run", "--reporter", reporter],
    { cwd: root, env: { ...env, TEST_WHOLE_RUN: wholeRun, TEST_SUMMARY_FILE: summary }, encoding: "utf8" }
  )
  return { status, output: stdout + stderr, summary: JSON.parse(readFileSync(summary, "utf8")) }
}

describe("a whole run", () => {
  it("passes where every requirement is proven", () => {
    const { output, status, summary } = run(PROVEN)
    expect([output, status, summary]).toEqual([
      expect.stringContaining("1 proven, 0 due or open"),
      0,
      { passed: 1, failed: 0 }
    ])
  })

  it.each([
    ["a requirement without proof", `${PROVEN}- { id: R-1-2, section: "1", level: MUST, text: It rests. }\n`],
    ["a proof that cites nothing", `${PROVEN}    - rests.test.ts\n`],
    ["a test that cites what isn't required", PROVEN.replace("R-1-1", "R-1-2")]
  ])("fails for %s, although each test passes", (_, requirements) => {
    const { output, status, summary } = run(requirements)
    expect(output).toMatch(/^FAIL .*R-1-[12]/m)
    expect(status).toBe(1)
    expect(summary.passed).toBe(1)
    expect(summary.failed).toBeGreaterThan(0)
  })
})

it("a run of chosen files isn't judged", () => {
  const { output, status } = run(`${PROVEN}    - rests.test.ts\n`, "0")
  expect(output).not.toContain("FAIL")
  expect(status).toBe(0)
})
