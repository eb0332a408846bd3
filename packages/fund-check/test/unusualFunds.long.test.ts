/** Funds that are right, or wrong in one thing, and differ from most in how they treat a person or a number of calls. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import { variants } from "@embedded-super/fund-simulator/variants"
import * as Effect from "effect/Effect"
import { checking } from "./fleet.ts"

const others = [
  "VERSION",
  "TRANSPORT",
  "AUTH",
  "SCHEMA",
  "LOOKUP",
  "REGISTER",
  "DETAILS",
  "ERRORS",
  "PRIVACY"
]
const all = { selection: [...others, "LIMITS", "TIME"] }

const flawed = (name: string) => ({ flaw: flaws.find((one) => one.name === name)! })
const variant = (name: string) => variants.find((one) => one.name === name)!

describe("a fund that", () => {
  for (const fund of ["banksia", "waratah", "telopea"] as const) {
    it.live(`is ${fund} and refuses a member who comes again has this one finding`, () =>
      Effect.gen(function* () {
        const { flaw } = flawed("existing-member-refused")
        const { findings, verdict } = yield* checking({ flaw: { ...flaw, options: { fund } } }, all)
        assert.deepStrictEqual(
          findings.map(({ cause, checks }) => [cause, ...checks]),
          [["The fund refuses a person who is a member already.", "REGISTER-4.2-3"]]
        )
        assert.strictEqual(verdict, "conforms")
      })
    )
  }

  for (const name of ["number-at-the-repeat", "persons-by-name", "limited-rate"])
    for (const fund of ["banksia", "waratah"] as const)
      it.live(`is ${fund} and is ${name} has no finding`, () =>
        Effect.gen(function* () {
          const { checks, findings } = yield* checking(
            { variant: { ...variant(name), options: { fund } } },
            all
          )
          assert.deepStrictEqual(findings, [])
          assert.deepStrictEqual(
            checks.filter(({ verdict }) => verdict === "error"),
            []
          )
        })
      )

  it.live(
    "mixes up the lookups of the same time has this one finding: its other mistakes follow from it",
    () =>
      Effect.gen(function* () {
        const { findings } = yield* checking(flawed("lookups-mixed"), { selection: ["LOOKUP", "LIMITS"] })
        assert.lengthOf(findings, 1)
        assert.strictEqual(String(findings[0]!.checks[0]), "LIMITS-2.5-1")
      })
  )
})
