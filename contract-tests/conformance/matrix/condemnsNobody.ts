/**
 * Tests of one side: over twenty seeds, no check fails or warns about a correct server. Every check runs with the first
 * seed. With the others run those that drew their cases: the rest would do the same twenty times.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, assert, describe, it } from "vitest"
import type { Correct } from "./KillMatrix.ts"
import { readMatrix } from "./matrixFiles.ts"
import type { Member } from "./Member.ts"
import { keptRunning } from "./keptRunning.ts"
import { type Kit, type Ran, runMembers } from "./runMembers.ts"
import { canStart, type SideName, sides } from "./sides.ts"

const MINUTE = 60_000

/** So many checks of a whole run pass at least, or the run would say nothing. */
const LEAST_PASSED = 40

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** What a check says against a correct server, beyond the warnings that its row of the matrix has. */
const falseAlarms = (row: Correct | undefined, { checks, member }: Ran): ReadonlyArray<string> =>
  checks
    .filter(({ id, verdict }) => {
      if (verdict === "warn") return row?.warned.includes(id) !== true
      return verdict === "fail" || verdict === "error"
    })
    .map(
      ({ actual, cause, id, verdict, why }) =>
        `${member.name}, ${verdict} ${id}: ${cause ?? why} ${actual ?? ""}`
    )

/** Why the checks that neither pass nor alarm observed nothing, each reason once. */
const unobservedOf = ({ checks }: Ran): string =>
  [...new Set(checks.filter(({ verdict }) => verdict !== "pass").map(({ why }) => why))].join(" ")

export const condemnsNobody = (name: SideName): void => {
  const { correct, kit, kitName } = sides[name]
  const rows = new Map(readMatrix(name)?.correct.map((row) => [row.name, row]))
  const scope = Scope.makeUnsafe()
  /** After the first seed the slowest first, so that none of them is waited for alone. */
  let members = keptRunning(correct.filter(canStart), scope)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const alarmsOf = (ran: Ran) => falseAlarms(rows.get(ran.member.name), ran)
  const drawn = new Set<string>()
  /** All checks, until it is known which of them draw. These call little enough to run beside those of other servers. */
  const drawing = (): Kit => (drawn.size === 0 ? kit : { names: [...drawn], alone: [] })
  // TLS is the same for every seed, and takes more than half of a run's time.
  const runWith = (chosen: ReadonlyArray<Member>, seed: number) =>
    runMembers(chosen, seed === 1 ? { kit, seed } : { kit: drawing(), seed, plainly: true })

  describe(`${kitName} against every correct server`, () => {
    it.each(seeds)("says nothing with the seed %d", { timeout: 10 * MINUTE }, async (seed) => {
      const rans = await Effect.runPromise(runWith(members, seed))
      members = rans.toSorted((one, other) => other.took - one.took).map(({ member }) => member)
      for (const ran of rans) assert.deepStrictEqual(alarmsOf(ran), [])
      const least = drawn.size === 0 ? LEAST_PASSED : 1
      for (const ran of rans)
        assert.isAtLeast(
          ran.checks.filter(({ verdict }) => verdict === "pass").length,
          least,
          `${ran.member.name}; ${unobservedOf(ran)}`
        )
      for (const check of rans.flatMap((ran) => ran.checks)) if (check.drawn === true) drawn.add(check.id)
      console.log(
        `${kitName}, seed ${seed}: ${rans[0]?.checks.length} checks of ${rans.length} correct servers`
      )
    })
  })
}
