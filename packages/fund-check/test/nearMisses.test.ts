import { assert, describe, it } from "@effect/vitest"
import { isAbn } from "@embedded-super/contracts/pure-checks"
import { type Likeness, nearMisses } from "../src/checks/lookup/nearMisses.ts"

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
