import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"

const elsewhere = mkdtempSync(join(tmpdir(), "embedded-super-link-"))
afterAll(() => rmSync(elsewhere, { recursive: true }))

it("runs the program from any folder, through a link to a link of the project, without npm", () => {
  symlinkSync(projectRoot, join(elsewhere, "current"))
  symlinkSync(join(elsewhere, "current/bin/embedded-super"), join(elsewhere, "embedded-super"))
  const run = (...args: ReadonlyArray<string>) =>
    spawnSync(join(elsewhere, "embedded-super"), args, {
      cwd: elsewhere,
      env: { PATH: "/usr/bin:/bin", HOME: elsewhere },
      encoding: "utf8"
    })
  expect(run("admin", "--help").stdout).toContain("embedded-super admin")
  const refused = run("admin", "status")
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("DATABASE_URL")])
})

it("is executable in git, too", () => {
  expect(execFileSync("git", ["ls-files", "--stage", "bin/embedded-super"], { encoding: "utf8" })).toMatch(
    /^100755/
  )
})
