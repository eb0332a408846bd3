/** The alert rules by Prometheus's own tool: they are valid, and each fires and clears over series in a file. */
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { missing } from "@embedded-super/contract-tests/clients/missing"
import { projectRoot } from "@embedded-super/program/projectRoot"

const lacks = missing(["promtool"])

describe.skipIf(lacks.length > 0)(`the alert rules${lacks.map((lack) => ` (${lack})`)}`, () => {
  it.each([
    ["check", "config", "operations/prometheus.yml"],
    ["check", "rules", "operations/alerts.yml"],
    ["test", "rules", "operations/alerts.test.yml"]
  ])("promtool %s %s %s", (...args) => {
    const { status, stderr, stdout } = spawnSync("promtool", args, { cwd: projectRoot, encoding: "utf8" })
    expect(status, stdout + stderr).toBe(0)
  })
})
