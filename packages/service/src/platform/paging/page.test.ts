import type { Cursor } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { idOfCursor, pageOf } from "./page.ts"

const rows = ["03", "02", "01"].map((digits) => ({ id: `01a1fb67-1800-7000-8000-0000000000${digits}` }))

describe("a page of a list", () => {
  it("has no next page when everything is on it", () => {
    assert.deepStrictEqual(pageOf(rows, 3), { items: rows, pagination: { next_cursor: null } })
    assert.deepStrictEqual(pageOf([], 3), { items: [], pagination: { next_cursor: null } })
  })

  it.effect("leads on from its last item", () =>
    Effect.gen(function* () {
      const page = pageOf(rows, 2)
      assert.deepStrictEqual(page.items, rows.slice(0, 2))
      assert.strictEqual(yield* idOfCursor(page.pagination.next_cursor as Cursor), rows[1]?.id)
      assert.isUndefined(yield* idOfCursor(undefined))
    })
  )

  it.effect("refuses a cursor that the service didn't issue", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(idOfCursor("bWFkZSB1cA" as Cursor))
      assert.strictEqual(error.code, "validation_failed")
      assert.strictEqual(error.errors[0]?.pointer, "#/after")
    })
  )
})
