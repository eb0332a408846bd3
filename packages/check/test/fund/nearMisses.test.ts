import { assert, describe, it } from "@effect/vitest"
import { isAbn } from "@embedded-super/contracts/pure-checks"
import { type Likeness, nearMisses, invalidAbns } from "../../src/fund/checks/lookup/nearMisses.ts"

const abn = "51824753556"

const sorted = (text: string): string => [...text].toSorted().join("")

const isLike: { readonly [Name in Likeness]: (other: string) => boolean } = {
  beginning: (other) => other.startsWith(abn.slice(0, 8)),
  end: (other) => other.endsWith(abn.slice(3)),
  order: (other) => sorted(other) === sorted(abn)
}

describe("ABNs that are like an employer's", () => {
  for (const likeness of ["beginning", "end", "order"] as const) {
    it(`are valid, others, and alike: ${likeness}`, () => {
      const others = nearMisses(abn, likeness)
      assert.isAtLeast(others.length, 3)
      assert.strictEqual(new Set(others).size, others.length)
      assert.notInclude(others, abn)
      for (const other of others) assert.isTrue(isAbn(other) && isLike[likeness](other), other)
    })
  }
})

describe("ABNs that nobody can have", () => {
  it.each(["51824753556", "80000000001", "60905115063", "53004085616"])(
    "have wrong check digits, and nine or ten digits of %s",
    (own) => {
      const made = invalidAbns(own)
      assert.deepStrictEqual(
        made.map(({ words }) => words),
        ["the first nine digits", "the last nine digits", "the first ten digits", "the last ten digits"]
      )
      for (const { abn: other, words } of made) {
        assert.match(other, /^[1-9]\d{10}$/)
        assert.isFalse(isAbn(other), other)
        const count = words.endsWith("nine digits") ? 9 : 10
        const shared = words.includes("first")
          ? [own.slice(0, count), other.slice(0, count)]
          : [own.slice(-count), other.slice(-count)]
        assert.strictEqual(shared[0], shared[1])
        const differing = [...other].filter((digit, index) => digit !== own[index]).length
        assert.strictEqual(differing, 11 - count)
      }
    }
  )
})
