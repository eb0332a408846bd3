import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { accessTokens } from "./AccessTokens.ts"

const endpoint = (expiresIn: number) => {
  const seen = { fetched: 0 }
  const fetch = Effect.sync(() => {
    seen.fetched += 1
    return { token: Redacted.make(`token-${seen.fetched}`), expiresIn }
  })
  return { seen, fetch }
}

it.effect("an access token is used until 30 seconds before its end, or for nine tenths of its life", () =>
  Effect.gen(function* () {
    for (const [life, used] of [
      [600, 570],
      [10, 9]
    ] as const) {
      const tokens = yield* accessTokens
      const { fetch, seen } = endpoint(life)
      yield* tokens.get("fund", fetch)
      yield* TestClock.adjust(used * 1000 - 1)
      assert.isTrue((yield* tokens.get("fund", fetch)).isKept)
      yield* TestClock.adjust(1)
      assert.isFalse((yield* tokens.get("fund", fetch)).isKept)
      assert.strictEqual(seen.fetched, 2)
    }
  })
)

it.effect(
  "concurrent callers wait for one fetch, and a token that was replaced isn't removed a second time",
  () =>
    Effect.gen(function* () {
      const tokens = yield* accessTokens
      const { fetch, seen } = endpoint(600)
      const slow = Effect.andThen(Effect.yieldNow, fetch)
      const results = yield* Effect.all(
        [1, 2, 3].map(() => tokens.get("fund", slow)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(seen.fetched, 1)
      const [first] = results
      if (first === undefined) return assert.fail("no token")
      yield* tokens.forget("fund", first.token)
      yield* tokens.get("fund", fetch)
      yield* tokens.forget("fund", first.token)
      assert.isTrue((yield* tokens.get("fund", fetch)).isKept)
      assert.strictEqual(seen.fetched, 2)
      yield* tokens.get("another fund", fetch)
      assert.strictEqual(seen.fetched, 3)
    })
)
