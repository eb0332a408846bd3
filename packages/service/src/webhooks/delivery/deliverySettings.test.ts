import { assert, it } from "@effect/vitest"
import { exchangeLimits } from "./deliverySettings.ts"

it("an attempt has the limits of the published policy", () => {
  assert.deepStrictEqual(exchangeLimits, {
    connect: 5_000,
    headers: 10_000,
    whole: 15_000,
    read: 16_384,
    keep: 1024
  })
})
