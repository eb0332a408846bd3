import type { EntityTag } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkIfMatch, entityTag } from "./ifMatch.ts"

const outcome = (ifMatch: string | undefined) =>
  Effect.map(Effect.result(checkIfMatch(ifMatch as EntityTag | undefined, 3)), (result) =>
    result._tag === "Failure" ? result.failure.status : "let through"
  )

describe("a change is let through with the tag of the version that it changes", () => {
  it.effect.each([
    ['"3"', "let through"],
    ['"3-0123456789ab"', "let through"],
    ['"3-"', 412],
    ['"33-0123456789ab"', 412],
    ["*", "let through"],
    ['"2"', 412],
    ['W/"3"', 412],
    ['""', 412],
    [undefined, 428]
  ] as const)("If-Match %s: %s", ([ifMatch, want]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(ifMatch), want)
      assert.strictEqual(entityTag(3), '"3"')
    })
  )
})
