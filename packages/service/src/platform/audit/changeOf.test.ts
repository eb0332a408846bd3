import { assert, describe, it } from "@effect/vitest"
import { changeOf } from "./changeOf.ts"

describe("a change in the audit log", () => {
  it("names the fields that differ, with their values before and after", () => {
    assert.deepStrictEqual(
      changeOf(
        { enabled: false, days: 30, origins: ["https://a.example"] },
        { enabled: true, days: 30, origins: ["https://a.example"] }
      ),
      { changed: ["enabled"], before: { enabled: false }, after: { enabled: true } }
    )
  })

  it("of a new thing shows only what it has, and no field that is empty", () => {
    assert.deepStrictEqual(changeOf(undefined, { slug: "wattle", accent: null }), {
      changed: ["slug"],
      before: {},
      after: { slug: "wattle" }
    })
  })

  it("says of a hidden field that it is set, and never its value", () => {
    const change = changeOf({ email: null, url: "https://a.example/1" }, { email: "a@b.example", url: "x" }, [
      "email",
      "url"
    ])
    assert.deepStrictEqual(change, {
      changed: ["email", "url"],
      before: { email: null, url: "set" },
      after: { email: "set", url: "set" }
    })
  })
})
