import { assert, describe, it } from "@effect/vitest"
import { derivedId } from "./derivedId.ts"
import { isUuid } from "./newId.ts"

describe("an id that follows from a text", () => {
  it("is a UUID of version 8, the same for the same text, and never changes", () => {
    const id = derivedId("member_registration 1 2")
    assert.isTrue(isUuid(id))
    assert.match(id, /^.{14}8.{4}[89ab]/)
    assert.strictEqual(derivedId("member_registration 1 2"), id)
    assert.notStrictEqual(derivedId("member_registration 1 3"), id)
  })
})
