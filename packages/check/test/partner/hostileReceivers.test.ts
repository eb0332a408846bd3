import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkHostile, sentences } from "./hostileReceivers.ts"

describe("a receiver that", () => {
  it.live.each(sentences)("%s: the first finding says so", ([name, sentence]) =>
    Effect.gen(function* () {
      const { counts, findings, verdict } = yield* checkHostile(name, ["SIGNATURE"])
      assert.strictEqual(findings[0]?.cause, sentence)
      if (name === "never answers")
        assert.strictEqual(findings[0]?.actual, "No whole answer within 100 ms (answer_within_ms).")
      assert.strictEqual(verdict, "does_not_conform")
      assert.strictEqual(counts.error, 0)
    }).pipe(Effect.scoped)
  )
})
