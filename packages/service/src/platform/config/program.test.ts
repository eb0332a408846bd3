import { assert, describe, it } from "@effect/vitest"
import { processOf, sessionName, VERSION } from "./program.ts"

describe("the name of a process's sessions", () => {
  it("says which version and schema it has, what it does and where it runs", () => {
    const name = sessionName("worker", "0022")
    assert.isAtMost(name.length, 63)
    assert.deepInclude(processOf(name), {
      version: VERSION,
      schema: "0022",
      role: "worker",
      pid: process.pid
    })
  })

  it("says which master key it seals under, however long the host's name", () => {
    const { masterKey } = processOf(sessionName("serve-only", "0022", "1a2b3c4d")) ?? {}
    assert.strictEqual(masterKey, "1a2b3c4d")
    assert.isNull(processOf(sessionName("worker", "0022"))?.masterKey)
  })

  it("of another program says nothing", () => {
    assert.isUndefined(processOf("psql"))
    assert.isUndefined(processOf("embedded-super"))
  })
})
