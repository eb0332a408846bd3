import { assert, describe, it } from "@effect/vitest"
import { takeRandom } from "./randomPool.ts"

describe("random bytes from a pool", () => {
  it("have the length that was asked for, and are never given twice", () => {
    const all = Array.from({ length: 2000 }, (_, nth) => takeRandom(12 + (nth % 21)))
    assert.isTrue(all.every(({ length }, nth) => length === 12 + (nth % 21)))
    assert.strictEqual(new Set(all.map((bytes) => bytes.subarray(0, 12).toString("hex"))).size, 2000)
  })

  it("are the caller's own: changing them changes no others", () => {
    const [one, other] = [takeRandom(32), takeRandom(32)]
    const before = Buffer.from(other)
    one.fill(0)
    assert.deepStrictEqual(other, before)
  })
})
