/** Tests of one side: each fault of the committed matrix is found again by its checks. What other checks lost is printed. */
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it } from "vitest"
import type { Fault } from "./KillMatrix.ts"
import { lostKills } from "./lostKills.ts"
import { readMatrix } from "./matrixFiles.ts"
import type { Member } from "./Member.ts"
import { type Ran, runMembers } from "./runMembers.ts"
import { canStart, type SideName, sides } from "./sides.ts"
import { SEED } from "./writeKills.ts"

const MINUTE = 60_000

/** A row with the checks alone that are there to find the fault. What others notice of it may depend on time. */
const ofItsChecks = (row: Fault, { killedBy }: Member): Fault => {
  const counts = (id: string) => killedBy?.includes(id) === true
  return { ...row, failed: row.failed.filter(counts), warned: row.warned.filter(counts) }
}

export const holdsKills = (name: SideName): void => {
  const { faulty, kit, kitName } = sides[name]
  const rows = new Map(readMatrix(name)?.faults.map((row) => [row.name, row]))
  const members = faulty.filter(canStart)
  const found = new Map<string, Ran>()

  describe(`${kitName} against each fault`, () => {
    beforeAll(async () => {
      const rans = await Effect.runPromise(runMembers(members, { kit, seed: SEED }))
      for (const ran of rans) found.set(ran.member.name, ran)
    }, 20 * MINUTE)

    it.each(members)("$name", { timeout: 10 * MINUTE }, async (member) => {
      const row = rows.get(member.name)
      assert.isDefined(row, `The matrix has no row for "${member.name}": run \`pnpm matrix\`.`)
      const ran = found.get(member.name)!
      const lost = lostKills(ofItsChecks(row, member), ran)
      const others = lostKills(row, ran)
      for (const line of others.filter((one) => !lost.includes(one))) console.log(line)
      assert.deepStrictEqual(lost, [])
    })
  })
}
