import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const top = fileURLToPath(new URL("../..", import.meta.url))

const CONFIG = `import { defineConfig } from "vitest/config"
export default defineConfig({ test: { include: ["*.long.test.ts"], retry: 1 } })
`
const flakyTests = (count: number) => `import { it } from "vitest"
const tried = new Set()
for (let nth = 1; nth <= ${count}; nth += 1)
  it("hesitates " + nth, () => {
    if (tried.size < nth) { tried.add(nth); throw new Error("not yet") }
  })
`

describe("a project with long tests", () => {
  const root = mkdtempSync(join(tmpdir(), "test-runs-"))
  afterAll(() => rmSync(root, { recursive: true }))

  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const tool = (command: string, args: ReadonlyArray<string>) => {
    const { VITEST: _, VITEST_MODE: __, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: "utf8" })
    return { status, output: stdout + stderr, last: stdout.trimEnd().split("\n").at(-1) }
  }
  const run = (...args: ReadonlyArray<string>) =>
    tool(process.execPath, [join(top, "scripts/test-long.ts"), ...args])
  const evidence = () => JSON.parse(readFileSync(join(root, "evidence/test-long.json"), "utf8"))

  beforeAll(() => {
    symlinkSync(join(top, "node_modules"), join(root, "node_modules"))
    write("package.json", `{ "type": "module" }`)
    write("vitest.long.config.ts", CONFIG)
    write("lasts.long.test.ts", `import { it } from "vitest"\nit("lasts [R-1-2]", () => {})\n`)
    write(
      "fails.long.test.ts",
      `import { it } from "vitest"\nit("fails [R-1-3]", () => { throw new Error("so\\n\\nbecause") })\n`
    )
    write("flaky.long.test.ts", flakyTests(3))
    write(".gitignore", "node_modules\n.data\n")
    tool("git", ["init", "--quiet"])
    tool("git", ["add", "."])
    tool("git", ["-c", "user.name=A", "-c", "user.email=a@example", "commit", "--quiet", "-m", "All"])
  })

  it("names what failed and what was flaky at the end, and keeps what was proven", () => {
    const { last, output, status } = run("--reporter=json")
    expect([status, last]).toEqual([1, "4 passed, 1 failed"])
    expect(output).toMatch(/^FAIL fails\.long\.test\.ts > fails \[R-1-3\]: so\n {2}because$/m)
    expect(output).toMatch(/^flaky: flaky\.long\.test\.ts > hesitates 3: not yet$/m)
    expect(evidence()).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{12}$/),
      ...{ passed: 4, failed: 1, notRun: [] },
      files: { "flaky.long.test.ts": { tests: 3 } },
      proofs: { "R-1-2": ["lasts.long.test.ts"], "R-1-3": [] }
    })
  })

  it("says at once, and at the end, that a group of tests couldn't begin: its tests are skipped", () => {
    write(
      "begins.long.test.ts",
      `import { beforeAll, describe, it } from "vitest"
describe("a group", () => {
  beforeAll(() => { throw new Error("no machine") })
  it("isn't reached", () => {})
})
`
    )
    const { last, output, status } = run("--reporter=json", "begins")
    rmSync(join(root, "begins.long.test.ts"))
    expect([status, last]).toEqual([1, "0 passed, 1 failed"])
    expect(output).toMatch(/^FAILED begins\.long\.test\.ts > a group: no machine$/m)
    expect(output).toMatch(/^FAIL begins\.long\.test\.ts > a group: no machine$/m)
  })

  it("fails by more than three flaky tests, and keeps no evidence of chosen files", () => {
    const before = evidence()
    write("flaky.long.test.ts", flakyTests(4))
    const { last, output, status } = run("--reporter=json", "flaky")
    expect([status, last]).toEqual([1, "4 passed, 1 failed"])
    expect(output).toContain("FAIL 4 tests are flaky; at most 3 may be")
    expect(evidence()).toEqual(before)
  })
})
