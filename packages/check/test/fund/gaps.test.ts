/** What a profile and a command line lack for a certificate: named before the first call, each with the field to change. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { isAbn } from "@embedded-super/contracts/pure-checks"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parse, stringify } from "yaml"
import { gapsText } from "../../src/fund/cli/run.ts"
import { nearMisses } from "../../src/fund/checks/lookup/nearMisses.ts"
import { type FundUnderTest, kit } from "../../src/fund/index.ts"
import { type Gap, gapsOf } from "../../src/run/gaps.ts"
import { select } from "../../src/run/select.ts"
import { callerOf, initText } from "./aFund.ts"

const profileWith = (change: object, check: object): FundProfile => {
  const written = parse(initText({ idempotency: "honoured" })) as { readonly check: object }
  const whole = { ...written, ...change, check: { ...written.check, ...check } }
  return Result.getOrThrow(readProfile(stringify(whole), { dev: true }))
}

const gaps = (profile: FundProfile, world: Partial<FundUnderTest> = {}) =>
  Effect.gen(function* () {
    const { fund } = yield* callerOf(profile, { FUND_CHECK_SECRET: "a-key-of-thirty-two-letters-1234" })
    return gapsOf(yield* select(kit, "certify"), { ...fund, ...world })
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const whyOf = (found: ReadonlyArray<Gap>, id: string): string | undefined =>
  found.find(({ checks }) => checks.includes(id))?.why

/** All that a fund with a live lookup and registrations can give. */
const ALL = {
  matching_abn: "51824753556",
  former_employer_abn: "53004085616",
  rate_limited_abn: "60905115063",
  failing_email: "failing@example.com"
}

const restarted = { restart: Effect.void }

describe("a certifying run", () => {
  it.effect(
    "lacks nothing if the profile names all that a fund can have, and somebody restarts the fund",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* gaps(profileWith({}, ALL), restarted), [])
        assert.strictEqual(gapsText([], 80), "")
      })
  )

  it.effect("says what is missing, by the names of the profile and the flags of the command", () =>
    Effect.gen(function* () {
      const found = yield* gaps(profileWith({}, { matching_abn: "80000000001" }))
      assert.sameMembers(
        found.flatMap(({ checks }) => checks),
        ["LOOKUP-2.5-5", "LOOKUP-2.5-9", "REGISTER-4.2-5", "ERRORS-7-2", "ERRORS-7-3", "ERRORS-7-4"]
      )
      assert.match(whyOf(found, "REGISTER-4.2-5")!, /--after-restart/)
      assert.match(
        whyOf(found, "ERRORS-7-2")!,
        /neither check\.rate_limited_abn .* nor check\.rate_limited_email /
      )
      assert.match(whyOf(found, "LOOKUP-2.5-9")!, /check\.matching_abn.* six or more different digits/)
      const text = gapsText(found, 60)
      assert.match(text, /^This run won't observe all that is required\. Press Ctrl-C/)
      for (const line of text.split("\n").slice(1)) assert.isAtMost(line.length, 60, line)
    })
  )

  it.effect.each([
    [
      { limits: { requests_per_minute: 600 } },
      {},
      ["LIMITS-7-3", "LIMITS-2.5-1"],
      /^limits\.requests_per_minute .* 600.* 6000 or more.* check\.requests_per_minute/
    ],
    [
      {},
      { requests_per_minute: 600 },
      ["LIMITS-7-3", "LIMITS-2.5-1"],
      /^check\.requests_per_minute .* 600.* 6000 or more/
    ],
    [{ limits: { requests_per_minute: 600 } }, { requests_per_minute: 6000 }, [], /./],
    [
      { limits: { concurrent_requests: 1 } },
      {},
      ["LIMITS-2.5-1"],
      /^limits\.concurrent_requests .* is 1: .* 2 or more/
    ]
  ] as const)(
    "names the limit of calls that leaves no calls at the same time (%#)",
    ([change, check, ids, why]) =>
      Effect.gen(function* () {
        const found = yield* gaps(profileWith(change, { ...ALL, ...check }), restarted)
        assert.deepStrictEqual(
          found.flatMap(({ checks }) => checks),
          [...ids]
        )
        for (const gap of found) assert.match(gap.why, why)
      })
  )
})

it("an ABN of six different digits has three others in another order", () => {
  const valid: Array<string> = []
  for (let number = 1; valid.length < 60; number += 7919) {
    const abn = `${10 + (number % 90)}${String(number % 1_000_000_000).padStart(9, "0")}`
    if (isAbn(abn) && new Set(abn).size === 6) valid.push(abn)
  }
  for (const abn of valid) assert.isAtLeast(nearMisses(abn, "order").length, 3, abn)
})
