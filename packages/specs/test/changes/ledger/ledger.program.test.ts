/** The ledger as the step of `pnpm check`: its verdicts are in ledger.test.ts. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { breaking, shorterNumbers } from "./announcements.ts"
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
})
