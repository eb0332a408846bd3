/** One mistake is one finding: the checks that it prevents aren't held against the receiver again. */
import { assert, describe, it } from "@effect/vitest"
import { faults, type Hooks } from "@embedded-super/partner-simulator/faults"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

const faultOf = (name: string) => faults.find((fault) => fault.name === name)!

describe("a webhook that is taken for a repeat", { timeout: 60_000 }, () => {
  it.live("is named, though the checks beside it refuse calls", () =>
    Effect.gen(function* () {
      const { findings } = yield* checkSimulator({ fault: faultOf("id-cut-off") }, ["DUPLICATE"])
      assert.deepStrictEqual(
        findings.map(({ checks }) => checks.join(" ")),
        ["DUPLICATE-2.1-2"]
      )
    })
  )
})

const calls = ["CALLBACK", "ORDER", "DUPLICATE"]

describe("one mistake is one finding", { timeout: 60_000 }, () => {
  it.live.each([
    ["no-signature-check", ["SIGNATURE", "ROTATION"], "A delivery with a forged signature is accepted."],
    ["timestamp-not-checked", ["SIGNATURE"], "A delivery that was signed ten minutes ago is accepted."],
    [
      "first-signature-only",
      ["SIGNATURE", "ROTATION"],
      "A delivery is refused if the second of its two signatures is the valid one."
    ],
    ["secret-not-decoded", ["SIGNATURE", "ROTATION", "ANSWER"], "A rightly signed delivery is refused."],
    [
      "forged-500",
      ["SIGNATURE"],
      "A delivery with a forged signature is refused with another status than 4xx."
    ],
    ["never-fetches", calls, "The employer isn't fetched after employer_settings_changed."],
    ["fetches-by-post", calls, "The employer isn't fetched after employer_settings_changed."],
    ["no-key", calls, "The receiver calls back without the header X-API-Key."],
    ["own-path", calls, "The session isn't fetched after onboarding_session_changed."],
    ["one-key-for-all", calls, "An entity of one product is fetched with the other product's key."],
    ["intent-not-converted", calls, "No session is created from a complete intent."]
  ] as const)("%s, which many checks see", ([name, groups, sentence]) =>
    Effect.gen(function* () {
      const { checks, findings } = yield* checkSimulator({ fault: faultOf(name) }, groups)
      assert.deepStrictEqual(
        findings.map(({ cause }) => cause as string),
        [sentence]
      )
      const wrong = checks.filter(({ verdict }) => verdict === "fail" || verdict === "warn")
      assert.sameMembers(
        [...findings[0]!.checks],
        wrong.map(({ id }) => id)
      )
    })
  )

  it.live("a POST that is refused because of its Content-Type", () =>
    Effect.gen(function* () {
      const { checks, findings } = yield* checkSimulator({ fault: faultOf("posts-as-form") }, [
        "CALLBACK",
        "DUPLICATE"
      ])
      assert.deepStrictEqual(
        findings.map(({ cause }) => cause),
        ["The call that creates the session of an intent is refused because of its Content-Type."]
      )
      const after = checks.filter(
        ({ why }) => why === "The call that creates the session of an intent is refused."
      )
      assert.includeMembers(
        after.map(({ id }) => id),
        ["DUPLICATE-3-1", "DUPLICATE-3-4", "DUPLICATE-3-5"]
      )
    })
  )

  it.live("polling, behind which other entities wait", () =>
    Effect.gen(function* () {
      const variant = {
        name: "polls",
        sentence: "Fetches each entity sixty times, and works off four at a time.",
        play: (): Hooks => ({
          entity: async (payload, options, fetchEntity) => {
            for (let times = 0; times < 60; times++) {
              await fetchEntity(payload, options)
              await new Promise((passed) => setTimeout(passed, 100).unref())
            }
            return fetchEntity(payload, options)
          }
        })
      }
      const { findings } = yield* checkSimulator({ variant }, ["CALLBACK", "ORDER-3-4"], {
        call_back_within_ms: 2000
      })
      assert.include(
        findings.map(({ cause }) => String(cause)),
        "An entity isn't fetched in time, while others are fetched again and again."
      )
      assert.notInclude(
        findings.map(({ cause }) => String(cause)),
        "A session is polled after its last webhook."
      )
    })
  )

  it.live("a burst that isn't answered: how many, and how slow", () =>
    Effect.gen(function* () {
      const { findings } = yield* checkSimulator({ fault: faultOf("burst-500") }, ["BURST-2.1-1"])
      assert.match(
        findings[0]?.actual ?? "",
        /^[1-9]\d* of 1000 aren't answered so, such as: 500\. The slowest answer took \d+\.\d s\.$/
      )
    })
  )

  it.live("a POST without an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { checks } = yield* checkSimulator({ fault: faultOf("no-idempotency-key") }, [
        "DUPLICATE-3-5",
        "DUPLICATE-3-6"
      ])
      for (const { id, verdict, why } of checks)
        assert.deepStrictEqual(
          [verdict, why],
          ["not_observed", "The call that creates the session has no Idempotency-Key."],
          id
        )
    })
  )
})
