import { existsSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { longest } from "./longestFirst.ts"

describe("the order of the long tests", () => {
  it("names files that exist, each once", () => {
    assert.deepStrictEqual(
      longest.filter((file) => !existsSync(file)),
      []
    )
    assert.lengthOf(longest, new Set(longest).size)
  })
})
