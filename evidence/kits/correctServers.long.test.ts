/**
 * Over twenty seeds, no check fails or warns about a correct server. Every check runs with the first
 * seed. With the others run those that drew their cases: the rest would do the same twenty times.
 */
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { CorrectServer, Server, Start } from "./Server.ts"
import * as Exit from "effect/Exit"
import { afterAll, assert, describe, it } from "vitest"
import { checkServers, type Kit, type Ran } from "./checkServers.ts"
import { canStart, type SideName, sides } from "./sides.ts"

/**
 * The servers; those in another language are started once and run until the scope ends, because Java and Python take longer
 * to start than to be checked. Simulators start anew: one that works later than it answers would still be calling the
 * service of the run before.
 */
const keepRunning = <S extends Server>(servers: ReadonlyArray<S>, scope: Scope.Scope): ReadonlyArray<S> => {
  const once = (start: Start): Start =>
    Effect.runSync(Effect.cached(Effect.provideService(start, Scope.Scope, scope)))
  return servers.map((server) =>
    server.needs === undefined ? server : { ...server, start: once(server.start) }
  )
}

const MINUTE = 60_000

/** So many checks of a whole run pass at least, or the run would say nothing. */
const LEAST_PASSED = 40

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** The complaints of checks about a correct server, beyond the warnings that its row has. */
const falseAlarms = ({ checks, server: { name, warned = [] } }: Ran<CorrectServer>): ReadonlyArray<string> =>
  checks
    .filter(({ id, verdict }) => {
      if (verdict === "warn") return !warned.includes(id)
      return verdict === "fail" || verdict === "error"
    })
    .map(
      ({ actual, cause, id, verdict, why }) => `${name}, ${verdict} ${id}: ${cause ?? why} ${actual ?? ""}`
    )

/** Why the checks that neither pass nor alarm observed nothing, each reason once. */
const unobservedOf = ({ checks }: Ran): string =>
  [...new Set(checks.filter(({ verdict }) => verdict !== "pass").map(({ why }) => why))].join(" ")

describe.each(Object.keys(sides) as ReadonlyArray<SideName>)(
  "the kit of each %s, against every correct server",
  (name) => {
    const { correct, kit, kitName } = sides[name]
    const scope = Scope.makeUnsafe()
    /** After the first seed the slowest first, so that none of them is waited for alone. */
    let servers = keepRunning(correct.filter(canStart), scope)
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    const drawn = new Set<string>()
    /** All checks, until it is known which of them draw. These call little enough to run beside those of other servers. */
    const drawing = (): Kit => (drawn.size === 0 ? kit : { names: [...drawn], alone: [] })
    // TLS is the same for every seed, and takes more than half of a run's time.
    const runWith = (chosen: ReadonlyArray<CorrectServer>, seed: number) =>
      checkServers(chosen, seed === 1 ? { kit, seed } : { kit: drawing(), seed, plainly: true })

    it.each(seeds)("says nothing with the seed %d", { timeout: 10 * MINUTE }, async (seed) => {
      const rans = await Effect.runPromise(runWith(servers, seed))
      servers = rans.toSorted((one, other) => other.took - one.took).map(({ server }) => server)
      for (const ran of rans) assert.deepStrictEqual(falseAlarms(ran), [])
      const least = drawn.size === 0 ? LEAST_PASSED : 1
      for (const ran of rans)
        assert.isAtLeast(
          ran.checks.filter(({ verdict }) => verdict === "pass").length,
          least,
          `${ran.server.name}; ${unobservedOf(ran)}`
        )
      for (const check of rans.flatMap((ran) => ran.checks)) if (check.drawn === true) drawn.add(check.id)
      console.log(
        `${kitName}, seed ${seed}: ${rans[0]?.checks.length} checks of ${rans.length} correct servers`
      )
    })
  }
)
