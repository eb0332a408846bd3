/** The rows of the wrong and the correct servers say what `faults.long` and `correctServers.long` need, and nothing that can't be. */
import { assert, describe, it } from "vitest"
import { type SideName, sides } from "./sides.ts"

describe.each(Object.keys(sides) as ReadonlyArray<SideName>)("each %s", (name) => {
  const { checks, correct, wrong } = sides[name]
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

  it("that is correct has warnings of checks of the kit alone", () => {
    for (const { name: server, warned = [] } of correct) assert.includeMembers(ids, [...warned], server)
  })
})
