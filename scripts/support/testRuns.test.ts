import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const top = fileURLToPath(new URL("../..", import.meta.url))

const PROVEN = `
- id: R-1-1
  section: "1"
  level: MUST
  text: It works.
  proof:
    - works.test.ts
- id: R-1-2
  section: "1"
  level: MUST
  text: It lasts.
  proof:
    - lasts.long.test.ts
`
const CONFIG = `import { defineConfig } from "vitest/config"
export default defineConfig({ test: { include: ["*.long.test.ts"] } })
`
/** A record as `pnpm test` writes it. */
const shortRun = {
  ...{ passed: 1, failed: 0, failures: [], skipped: [], whole: true, ended: "2026-11-21T00:00:00Z" },
  checks: { passed: 2, failed: 0 },
  citations: [{ id: "R-1-1", file: "works.test.ts", title: "works [R-1-1]", passed: true }]
}

describe("a project with a long test", () => {
  const root = mkdtempSync(join(tmpdir(), "test-runs-"))
  afterAll(() => rmSync(root, { recursive: true }))

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = (
    script: string,
    args: ReadonlyArray<string> = [],
    more: Readonly<Record<string, string>> = {}
  ) => {
    const { VITEST: _, VITEST_MODE: __, TEST_PART: ___, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, "scripts", script), ...args], {
      cwd: root,
      env: { ...env, ...more },
      encoding: "utf8"
    })
    return { status, output: stdout + stderr, last: stdout.trimEnd().split("\n").at(-1) }
  }

  beforeAll(() => {
    symlinkSync(join(top, "node_modules"), join(root, "node_modules"))
    write("package.json", `{ "type": "module" }`)
    write("specs/requirements.yaml", PROVEN)
    write("vitest.long.config.ts", CONFIG)
    write("lasts.long.test.ts", `import { it } from "vitest"\nit("lasts [R-1-2]", () => {})\n`)
    write(
      "fails.long.test.ts",
      `import { it } from "vitest"\nit("fails", () => { throw new Error("so\\n\\nbecause") })\n`
    )
    write(".data/tests/test.json", JSON.stringify(shortRun))
  })

  it("ends with its counts under a reporter of the caller's choice", () => {
    expect(run("test-long.ts", ["--reporter=json"])).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
    expect(run("test-long.ts", ["--reporter=json", "lasts"])).toMatchObject({
      status: 0,
      last: "1 passed, 0 failed"
    })
  })

  it("names each failure of both runs at the end, where a CI still shows it", () => {
    run("test-long.ts", [], { TEST_PART: "long" })
    expect(run("test-proof.ts").output).toMatch(/^FAIL long: fails\.long\.test\.ts > fails: so\n  because$/m)
    run("test-long.ts", ["lasts"])
  })

  it("proves nothing by a run of chosen files", () => {
    const { output, status } = run("test-proof.ts")
    expect(output).toContain("FAIL the last pnpm test:long ran chosen tests, or was stopped: run all of them")
    expect(status).toBe(1)
  })

  describe("after a whole run of each", () => {
    beforeAll(() => {
      rmSync(join(root, "fails.long.test.ts"))
      const { last } = run("test-long.ts", [], { TEST_PART: "long" })
      expect(last).not.toMatch(/\d passed, \d failed$/)
    })

    it("passes where one or the other proves each requirement, and ends with the sum", () => {
      write("specs/requirements.yaml", PROVEN)
      const { last, output, status } = run("test-proof.ts", [], { TEST_PART: "proof" })
      expect(output).toContain("2 proven, 0 due or open")
      expect(output).toMatch(/R-1-2 .* 1 tests \(long\)/)
      expect([status, last]).toEqual([0, "4 passed, 0 failed"])
    })

    it.each([
      [
        "a requirement without proof",
        `${PROVEN}- { id: R-1-3, section: "1", level: MUST, text: It rests. }\n`
      ],
      ["a proof that cites nothing", `${PROVEN}    - rests.test.ts\n`],
      ["a test that cites what isn't required", PROVEN.replace("R-1-1", "R-1-3")]
    ])("fails for %s, although each test passes", (_, requirements) => {
      write("specs/requirements.yaml", requirements)
      const { last, output, status } = run("test-proof.ts")
      expect(output).toMatch(/^FAIL .*R-1-[123]/m)
      expect(status).toBe(1)
      expect(last).toMatch(/^4 passed, [1-9]\d* failed$/)
    })

    it("fails without a record of one of them", () => {
      rmSync(join(root, ".data/tests/test.json"))
      expect(run("test-proof.ts")).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
    })
  })

  it("leaves no record but that of its last run", () => {
    const record = JSON.parse(readFileSync(join(root, ".data/tests/long.json"), "utf8"))
    expect(record).toMatchObject({ whole: true, passed: 1, failed: 0, citations: [{ id: "R-1-2" }] })
  })
})
