import { assert, describe, it } from "vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { SOURCES } from "./runTests.ts"
import { allMutants, mutantsIn, without } from "./mutationCheck.ts"

const root = join(import.meta.dirname, "../../..")

describe("the comments that mark mutants", () => {
  const { mutants, problems } = allMutants(root)

  it("can be read, and are above the text that they replace", () => {
    assert.deepStrictEqual(problems, [])
    assert.isAtLeast(mutants.length, 30)
    assert.isAtLeast(mutants.filter(({ isSample }) => isSample).length, 5)
  })

  it("name tests that exist", () => {
    const missing = mutants.flatMap(({ file, line, tests }) =>
      tests.filter((test) => !existsSync(join(root, SOURCES, test))).map((test) => `${file}:${line}: ${test}`)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("replace the first place below, and only that", () => {
    const text = "a()\n  // mutant (x): a is called: `a()` -> `b()\\nc()`\n  a()\n  a()"
    const [mutant] = mutantsIn("folder/y.ts", text).mutants
    assert.deepInclude(mutant, { guard: "a is called", tests: ["folder/x.test.ts"], isSample: false })
    if (mutant !== undefined) {
      assert.strictEqual(without(text, mutant), text.replace("  a()\n  a()", "  b()\nc()\n  a()"))
    }
  })

  it("are a problem when they can't be read or their text is gone", () => {
    assert.lengthOf(mutantsIn("y.ts", "// mutant: a() -> b()\na()").problems, 1)
    assert.lengthOf(mutantsIn("y.ts", "a()\n// sample mutant (x): no more: drop `a()`").problems, 1)
  })
})
