/** The committed kill matrix is whole, and a kill that is lost is noticed. */
import { assert, describe, it } from "vitest"
import { sentences as ofFunds } from "../../packages/check/src/fund/fleet/sentences.ts"
import { sentences as ofPartners } from "../../packages/check/src/partner/fleet/sentences.ts"
import type { Fault } from "./matrix/KillMatrix.ts"
import { lostKills } from "./matrix/lostKills.ts"
import { readMatrix } from "./matrix/matrixFiles.ts"
import { correctRow, faultRow } from "./matrix/rows.ts"
import type { Ran } from "./matrix/runMembers.ts"
import { type SideName, sides } from "./matrix/sides.ts"

const names = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name)

/** What the check that names a flaw of a simulator says, by the flaw's name; of a fund, with its verdict. */
const sentences = { fund: ofFunds, partner: ofPartners }

const again = "Run `pnpm matrix`."

describe.each(Object.keys(sides) as ReadonlyArray<SideName>)("the kill matrix of a %s", (name) => {
  const { checks, correct, faulty } = sides[name]
  const matrix = readMatrix(name)!

  it("has a row for every server of the fleet, and every check", () => {
    assert.deepStrictEqual(names(matrix.faults), names(faulty), again)
    assert.deepStrictEqual(names(matrix.correct), names(correct), again)
    assert.deepStrictEqual(matrix.checks, checks, again)
    const all = [...names(faulty), ...names(correct)]
    assert.strictEqual(new Set(all).size, all.length)
  })

  it("says of every fault which check names it, and in which sentence", () => {
    for (const { failed, name: fault, namedBy, warned } of matrix.faults) {
      const { killedBy } = faulty.find((member) => member.name === fault)!
      assert.strictEqual(namedBy.id, killedBy?.[0], fault)
      assert.include([...failed, ...warned], namedBy.id, fault)
      assert.match(namedBy.cause, /^[A-Z].+\.$/, fault)
    }
  })

  it("has each flaw of the simulator, with the sentence that the docs show, and there are no others", () => {
    const flaws = matrix.faults.filter(({ server }) => server === "simulator")
    assert.sameMembers(names(flaws), Object.keys(sentences[name]))
    for (const { failed, name: flaw, namedBy } of flaws) {
      const verdict = failed.includes(namedBy.id) ? "fail" : "warn"
      const said = name === "fund" ? `${verdict}: ${namedBy.cause}` : namedBy.cause
      assert.strictEqual(sentences[name][flaw], said)
    }
  })

  it("fails what a partner must do, and warns about what it should", () => {
    if (name === "fund") return
    const levels = new Map(checks.map(({ id, level }) => [id, level]))
    for (const { failed, name: fault, server, warned } of matrix.faults) {
      if (server !== "simulator") continue
      for (const id of faulty.find((member) => member.name === fault)!.killedBy ?? [])
        assert.include(levels.get(id) === "MUST" ? failed : warned, id, fault)
    }
  })

  it("has no failure of a correct server, and no warning about a simulator", () => {
    for (const { failed, name: server, server: kind, warned } of matrix.correct) {
      assert.deepStrictEqual(failed, [], server)
      if (kind === "simulator" || name === "partner") assert.deepStrictEqual(warned, [], server)
    }
  })
})

describe("a run that is compared with the matrix", () => {
  const result = (id: string, verdict: "pass" | "fail" | "warn", cause = `Cause of ${id}.`) =>
    ({ id, group: "LOOKUP", verdict, ...(verdict === "pass" ? {} : { cause }) }) as Ran["checks"][number]

  const member = {
    ...sides.fund.faulty[0]!,
    name: "a-fault",
    sentence: "It errs.",
    killedBy: ["L-1"] as const
  }

  const ranWith = (...checks: ReadonlyArray<Ran["checks"][number]>): Ran => ({ member, checks, took: 1 })

  const before = ranWith(result("L-1", "fail"), result("L-2", "warn"), result("L-3", "pass"))
  const row = faultRow(before) as Fault

  it("loses nothing if it is the same, or finds more", () => {
    assert.deepStrictEqual(row.failed, ["L-1"])
    assert.deepStrictEqual(row.warned, ["L-2"])
    assert.deepStrictEqual(lostKills(row, before), [])
    const more = ranWith(result("L-1", "fail"), result("L-2", "fail"), result("L-3", "warn"))
    assert.deepStrictEqual(lostKills(row, more), [])
  })

  it("loses a kill: fault, check and what to do are named", () => {
    const [lost, ...others] = lostKills(row, ranWith(result("L-1", "fail"), result("L-2", "pass")))
    assert.deepStrictEqual(others, [])
    assert.match(
      lost!,
      /L-2 no longer warns about the fault "a-fault" \(It errs\.\); it says pass\..*pnpm matrix/
    )
    const weaker = lostKills(row, ranWith(result("L-1", "warn"), result("L-2", "warn")))
    assert.match(weaker.join(), /^Lost kill: L-1 no longer fails about the fault "a-fault"/)
  })

  it("says if the sentence is another, and if the check is gone", () => {
    const other = ranWith(result("L-1", "fail", "Another."), result("L-2", "warn"))
    assert.match(
      lostKills(row, other).join(),
      /^Other sentence: L-1 names the fault "a-fault" by "Another\."/
    )
    assert.match(lostKills(row, ranWith(result("L-2", "warn"))).join(), /it says no verdict/)
  })

  it("has no row of a fault that its check doesn't find", () => {
    assert.isUndefined(faultRow(ranWith(result("L-1", "pass"), result("L-2", "fail"))))
  })

  it("counts only what names a fault whose other failures are chance", () => {
    const byChance: Ran = { ...before, member: { ...member, byChance: true } }
    assert.deepStrictEqual(faultRow(byChance)?.warned, [])
    assert.deepStrictEqual(correctRow(byChance).failed, ["L-1"])
  })
})
