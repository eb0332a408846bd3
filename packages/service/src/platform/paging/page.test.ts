import type { Cursor } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { cursorOf, idOfCursor, pageOf } from "./page.ts"

const rows = ["03", "02", "01"].map((digits) => ({ id: `01a1fb67-1800-7000-8000-0000000000${digits}` }))

describe("a page of a list", () => {
  it("has no next page when everything is on it", () => {
    assert.deepStrictEqual(pageOf("employers", rows, 3), { items: rows, pagination: { next_cursor: null } })
    assert.deepStrictEqual(pageOf("employers", [], 3), { items: [], pagination: { next_cursor: null } })
  })

  it.effect("leads on from its last item", () =>
    Effect.gen(function* () {
      const page = pageOf("employers", rows, 2)
      assert.deepStrictEqual(page.items, rows.slice(0, 2))
      assert.strictEqual(yield* idOfCursor("employers", page.pagination.next_cursor as Cursor), rows[1]?.id)
      assert.isUndefined(yield* idOfCursor("employers", undefined))
    })
  )

  it.effect("takes a cursor of the version before, which names no list", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* idOfCursor("employers", cursorOf(rows[0]!.id)), rows[0]!.id)
    })
  )

  it.effect.each([
    ["that the service didn't issue", "bWFkZSB1cA"],
    ["of another list", pageOf("employees", rows, 1).pagination.next_cursor]
  ])("refuses a cursor %s", ([, cursor]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(idOfCursor("employers", cursor as Cursor))
      assert.strictEqual(error.code, "validation_failed")
      assert.strictEqual(error.errors[0]?.pointer, "#/after")
    })
  )
})
