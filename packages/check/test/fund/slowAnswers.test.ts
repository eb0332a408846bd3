import { assert, describe, it } from "@effect/vitest"
import type { Exchange } from "../../src/exchange/Exchange.ts"
import { slowAnswers } from "../../src/fund/checkFund.ts"

const answered = (...times: ReadonlyArray<number>) =>
  times.map((took) => ({ took, answer: { status: 200 } as Exchange["answer"] }))

const slow = answered(1200, 1210, 1190, 1230, 1200, 1220)

describe("a fund whose answers take long", () => {
  it("is named once, with the time of an answer", () => {
    const said = slowAnswers()
    assert.match(said(slow) ?? "", /^The fund takes about 1\.2 seconds for an answer/)
    assert.isUndefined(said(slow))
  })

  it("isn't named for a slow first answer, or before enough have come", () => {
    assert.isUndefined(slowAnswers()(answered(3000, 20, 20, 20, 20, 20)))
    assert.isUndefined(slowAnswers()(slow.slice(1)))
  })
})
