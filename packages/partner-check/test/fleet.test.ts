/** The fleet of partners with one mistake each: the check that a flaw names finds it, and its sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/partner-simulator/flaws"
import { variants } from "@embedded-super/partner-simulator/variants"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { checkSimulator } from "./simulatedPartner.ts"

const out: Record<string, unknown> = {}
describe("x", () => {
  it.live("flaws", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        flaws,
        (flaw) =>
          Effect.gen(function* () {
            const t = performance.now()
            const { checks } = yield* checkSimulator({ flaw }, flaw.killedBy, { answer_within_ms: 1500, call_back_within_ms: 2500 })
            out[flaw.name] = { ms: Math.round(performance.now() - t), r: checks.map(({ id, verdict, cause, why }) => [id, verdict, cause ?? why]) }
          }),
        { concurrency: 3 }
      )
      writeFileSync("/tmp/fleet8.json", JSON.stringify(out, null, 1))
    })
  )
  it.live("variants", () =>
    Effect.gen(function* () {
      for (const variant of variants) {
        const t = performance.now()
        const { checks, findings } = yield* checkSimulator({ variant })
        out["V " + variant.name] = { ms: Math.round(performance.now() - t), f: findings.map(({ cause }) => cause), bad: checks.filter(({ verdict }) => !["pass"].includes(verdict)).map(({ id, verdict, why }) => [id, verdict, why]), slow: checks.toSorted((a, b) => b.took_ms - a.took_ms).slice(0, 6).map(({ id, took_ms }) => [id, took_ms]) }
      }
      writeFileSync("/tmp/fleet8.json", JSON.stringify(out, null, 1))
    })
  )
})
