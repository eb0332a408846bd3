import { expect, it, assert, describe } from "vitest"
import { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { METHODS } from "node:http"
import { makeExchanges, shownCall } from "./exchanges.ts"

const ofBodies = () => makeExchanges<string>((body) => [{ headers: { accept: "*/*" }, body }, null])

it("the newest 1,000 exchanges are kept", () => {
  const exchanges = ofBodies()
  for (let seq = 1; seq <= 1300; seq += 1) exchanges.keep(seq, String(seq))
  expect([300, 301, 1300].map(exchanges.get)).toEqual([undefined, "301", "1300"])
})

it("large exchanges leave fewer: 8 MB of the newest, without a gap", () => {
  const exchanges = ofBodies()
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  for (const seq of all) exchanges.keep(seq, "a".repeat(500_000))
  expect(all.filter((seq) => exchanges.get(seq) !== undefined)).toEqual(all.slice(-16))
  exchanges.clear()
  expect(exchanges.get(40)).toBeUndefined()
  exchanges.keep(41, "b")
  expect(exchanges.get(41)).toBe("b")
})

const fields = TimelineEntry.fields
const isShown = Schema.is(Schema.Struct({ method: fields.method, path: fields.path, status: fields.status }))

const call = { method: "GET", path: "/v1/employer_lookup", status: 200 }

describe("a call in an entry", () => {
  it("is as it was made, if an entry can hold it", () => {
    assert.deepStrictEqual(shownCall(call), call)
    const none = { method: null, path: null, status: null }
    assert.deepStrictEqual(shownCall(none), none)
  })

  it.each([
    "*",
    "",
    "http://x/y",
    "/a b",
    "/\u0085\u00a0\u00ad\u00e9",
    "/\u202e\ufeff\u2028",
    "/\ud800",
    `/${"x".repeat(16_000)}`,
    `/${"\u00e9".repeat(2000)}`
  ])("has the path %j in a form that an entry can hold", (path) => {
    assert.isTrue(isShown(shownCall({ ...call, path })))
  })

  it.each(METHODS)("has the method %s in a form that an entry can hold", (method) => {
    assert.isTrue(isShown(shownCall({ ...call, method })))
  })

  it.each([0, 99, 100, 599, 600, 999])("has the status %i, or none", (status) => {
    const shown = shownCall({ ...call, status })
    assert.isTrue(isShown(shown))
    assert.strictEqual(shown.status, status >= 100 && status <= 599 ? status : null)
  })
})
