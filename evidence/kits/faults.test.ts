/** The rows of the wrong and the correct servers say what `faults.long` and `correctServers.long` need, and nothing that can't be. */
import { assert, describe, it } from "vitest"
import { type SideName, sides } from "./sides.ts"

/** Whatever the answer shows, it mustn't: one fix. */
const ONE_FIX: ReadonlySet<string> = new Set(["ANSWER-2.1-1", "PRIVACY-2.1-1", "PRIVACY-2.1-2"])

describe.each(Object.keys(sides) as ReadonlyArray<SideName>)("each %s", (name) => {
  const { checks, correct, fixes: kitFixes, wrong } = sides[name]
  const ids = checks.map(({ id }) => id)

  it("has a name of its own", () => {
    const names = [...wrong, ...correct].map((server) => server.name)
    assert.sameMembers(names, [...new Set(names)])
  })

  it("with a fault names checks of the kit that find it, and says what the first of them says", () => {
    for (const { fault, name: server } of wrong) {
      assert.includeMembers(ids, [...fault.killedBy], server)
      assert.match(fault.finding, /^(?:fail|warn): [A-Z].+\.$/, server)
    }
  })

  it("has a fix of its own for each mistake that a check names", () => {
    if (name === "fund") return
    for (const check of checks) {
      const causes = wrong
        .filter(({ fault }) => fault.killedBy[0] === check.id)
        .map(({ fault }) => fault.finding.replace(/^\w+: /, ""))
      const fixes = Map.groupBy(
        new Set(causes),
        (cause) => ({ ...kitFixes, ...check.fixes })[cause] ?? check.hint
      )
      for (const [fix, those] of fixes)
        if (!ONE_FIX.has(check.id)) assert.lengthOf(those, 1, `${check.id} has one fix for all these: ${fix}`)
    }
  })

  it("that is correct has warnings of checks of the kit alone", () => {
    for (const { name: server, warned = [] } of correct) assert.includeMembers(ids, [...warned], server)
  })
})
