import { assert, describe, it } from "@effect/vitest"
import { anEntry } from "../../../test/workbench/anEntry.ts"
import { inOrder, withEffects } from "./inOrder.ts"

const [a, b, c, d] = ["a".repeat(16), "b".repeat(16), "c".repeat(16), "d".repeat(16)] as const

describe("the order of a story", () => {
  it("has all that its entries caused, directly or not, and nothing else", () => {
    const cause = anEntry(0, { seq: 1, span_id: a })
    const job = anEntry(1, { seq: 2, span_id: b, parent_id: a })
    const call = anEntry(2, { seq: 3, span_id: c, parent_id: b })
    const other = anEntry(3, { seq: 4, span_id: d })
    const found = withEffects([cause], [other, call, job])
    assert.deepStrictEqual(
      found.map(({ seq }) => Number(seq)),
      [1, 2, 3]
    )
  })

  it("has each entry once, also if it is about the thing and was caused by another that is", () => {
    const cause = anEntry(0, { seq: 1, span_id: a })
    const effect = anEntry(1, { seq: 2, span_id: b, parent_id: a })
    assert.lengthOf(withEffects([cause, effect], [effect]), 2)
  })

  it("is by time, a cause before its effect of the same microsecond, with the number of causes above each", () => {
    const entries = [
      anEntry(1, { seq: 3, span_id: c, parent_id: b }),
      anEntry(1, { seq: 2, span_id: b, parent_id: a }),
      anEntry(0, { seq: 4, span_id: d }),
      anEntry(0, { seq: 1, span_id: a, parent_id: "e".repeat(16) })
    ]
    assert.deepStrictEqual(
      inOrder(entries).map(({ depth, entry }) => [Number(entry.seq), depth]),
      [
        [1, 0],
        [4, 0],
        [2, 1],
        [3, 2]
      ]
    )
  })

  it("ends also if entries name each other as their cause", () => {
    const circle = [
      anEntry(0, { seq: 1, span_id: a, parent_id: b }),
      anEntry(1, { seq: 2, span_id: b, parent_id: a })
    ]
    assert.deepStrictEqual(
      inOrder(circle).map(({ depth }) => depth),
      [50, 50]
    )
  })
})
