/** Failures of one mistake are one finding, however many checks see it. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/partner-simulator/flaws"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

describe("one mistake is one finding:", () => {
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
    ]
  ] as const)("%s", ([name, groups, sentence]) =>
    Effect.gen(function* () {
      const flaw = flaws.find((one) => one.name === name)
      const { checks, findings } = yield* checkSimulator({ flaw: flaw! }, groups)
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
})
