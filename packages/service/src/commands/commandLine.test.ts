import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { runHere } from "../../test/admin.ts"

describe("a setting of the log that is wrong", () => {
  it.effect.each([
    ["LOG_LEVEL", "one of debug, info, warn, error and none"],
    ["LOG_FORMAT", "json or pretty"]
  ] as const)("%s is printed, with what it may be", ([name, expected]) =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runHere(["migrate"], { [name]: "nonsense" })
      assert.strictEqual(code, 1)
      assert.match(stderr, new RegExp(`${name}[^]*${expected}`))
      assert.notInclude(stderr, "mistake in the program")
    })
  )
})
