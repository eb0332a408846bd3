import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkHostile, sentences } from "./hostileReceivers.ts"

describe("a whole run against a receiver that", () => {
  it.live.each(sentences)("%s ends with a verdict, and no error of the kit", ([name, sentence]) =>
    Effect.gen(function* () {
      const { checks, counts, findings, verdict } = yield* checkHostile(name)
      assert.strictEqual(findings[0]?.cause, sentence)
      assert.strictEqual(verdict, "does_not_conform")
      assert.strictEqual(counts.error, 0)
      console.log(`${name}: ${checks.length} checks, ${findings.length} findings`)
    }).pipe(Effect.scoped)
  )
})
