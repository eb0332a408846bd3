/** The ledger with git, and as the step of `pnpm check`: what it judges is in ledger.test.ts, without either. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { breaking, compatible, fieldAdded, shorterNumbers } from "./announcements.ts"
import { SpecsFolder } from "./SpecsFolder.ts"

afterAll(() => SpecsFolder.clear())

describe("the step of the check", () => {
  it("refuses by its exit code, and says what is wrong and how to fix it [R-9-3]", () => {
    using specs = new SpecsFolder("1.0.0")
    specs.change("2.0.0", { "fund-api": shorterNumbers }).announce({ ...breaking, in_force: "2026-03-03" })
    const { code, output } = specs.run()
    expect(code).toBe(1)
    expect(output).toContain("is breaking and in force 30 days after it is announced, not 90.")
    expect(output).toContain("Set in_force to 2026-05-02 or later.")
    specs.announce(breaking)
    expect(specs.run().code).toBe(0)
  })

  it("warns by words before version 1.0, and passes; an entry that can't be read is refused then too", () => {
    using specs = new SpecsFolder("0.9.0")
    const { code, output } = specs.change("0.9.1", { "fund-api": shorterNumbers }).run()
    expect(code).toBe(0)
    expect(output).toContain("warn fund-api#/components/schemas/MemberNumber: maxLength went from 20 to 10")
    writeFileSync(join(specs.path, "changes", "odd.yaml"), "id: [")
    expect(specs.run().code).toBe(1)
  })

  it("says when it can't see main, and refuses from version 1.0 on", () => {
    for (const [version, code] of [
      ["0.9.0", 0],
      ["1.0.0", 1]
    ] as const) {
      using specs = new SpecsFolder(version)
      specs.git("branch", "--move", "main", "trunk")
      const printed = specs.run()
      expect(printed).toMatchObject({ code, output: expect.stringContaining("has no branch main") })
    }
  })
})

describe("the history of main", () => {
  /** A compatible change: announced, put off, released; then another entry. */
  const livedThrough = (specs: SpecsFolder): SpecsFolder => {
    specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
    specs
      .write({ ...compatible, in_force: "2026-04-03" })
      .commit("2026-03-20")
      .commit("2026-01-15")
    expect(specs.publish("2026-04-03").problems).toEqual([])
    specs.commit("2026-04-03")
    specs.write({ ...compatible, id: "other" }).commit("2026-08-01")
    return specs
  }

  it("is read from git as the tests without git record it", () => {
    using specs = livedThrough(new SpecsFolder("1.0.0"))
    using other = livedThrough(new SpecsFolder("1.0.0", "record"))
    const seen = (one: SpecsFolder) => {
      const history = one.history("2026-06-01")
      if (typeof history === "string") throw new Error(history)
      const steps = history.steps.map(({ blob, day, path }) => `${day} ${path} ${blob}`)
      return { steps: steps.toSorted(), states: history.statesOf("trading-name") }
    }
    expect(seen(specs).steps.length).toBeGreaterThan(10)
    expect(seen(specs)).toEqual(seen(other))
  })
})
