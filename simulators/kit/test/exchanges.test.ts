import { assert, describe, it } from "@effect/vitest"
import { makeExchanges, type RawExchange } from "../src/log/Exchanges.ts"

const aCall = (change: Partial<RawExchange> = {}): RawExchange => ({
  operation: "count",
  method: "POST",
  url: "/v1/count?x=1",
  headers: ["Content-Type", "application/json", "Accept", "text/html", "accept", "*/*"],
  body: Buffer.from('{"by":"Zoë"}'),
  status: 200,
  answerHeaders: ["content-type", "application/json"],
  answerBody: '{"n":1,"by":"李"}',
  ...change
})

describe("the contents that are kept", () => {
  it("are those of the call and of its answer", () => {
    const exchanges = makeExchanges()
    exchanges.keep(7, aCall())
    assert.deepStrictEqual(exchanges.find(7), {
      operation: "count",
      method: "POST",
      url: "/v1/count?x=1",
      headers: { "content-type": "application/json", accept: "text/html, */*" },
      body: '{"by":"Zoë"}',
      answer: { status: 200, headers: { "content-type": "application/json" }, body: '{"n":1,"by":"李"}' }
    })
    assert.isUndefined(exchanges.find(8))
  })

  it("tell a body that was left unread from none", () => {
    const exchanges = makeExchanges()
    exchanges.keep(1, aCall({ body: undefined, status: null, answerHeaders: [], answerBody: null }))
    exchanges.keep(2, aCall({ body: null }))
    assert.isUndefined(exchanges.find(1)?.body)
    assert.deepStrictEqual(exchanges.find(1)?.answer, { status: null, headers: {}, body: null })
    assert.isNull(exchanges.find(2)?.body)
  })

  it("are those of the newest 500 calls", () => {
    const exchanges = makeExchanges()
    for (let seq = 1; seq <= 1300; seq += 1) exchanges.keep(seq, aCall({ body: `{"by":"${seq}"}` }))
    assert.isUndefined(exchanges.find(800))
    for (const seq of [801, 1000, 1300])
      assert.strictEqual(exchanges.find(seq)?.body, `{"by":"${seq}"}`, String(seq))
  })

  it("take 4 MB at most: large ones leave fewer, and each of those whole", () => {
    const exchanges = makeExchanges()
    const bodyOf = (seq: number) => String.fromCharCode(97 + (seq % 26)).repeat(50_000 + (seq % 7) * 9_000)
    for (let seq = 1; seq <= 400; seq += 1) exchanges.keep(seq, aCall({ body: bodyOf(seq) }))
    const kept = Array.from({ length: 400 }, (_, index) => index + 1).filter(
      (seq) => exchanges.find(seq) !== undefined
    )
    assert.isAbove(kept.length, 40)
    assert.isBelow(kept.length, 84)
    // The newest, without a gap.
    assert.deepStrictEqual(
      kept,
      Array.from({ length: kept.length }, (_, index) => 400 - kept.length + 1 + index)
    )
    for (const seq of kept) assert.strictEqual(exchanges.find(seq)?.body, bodyOf(seq))
  })

  it("leave out what is larger than all of it, and go when they are cleared", () => {
    const exchanges = makeExchanges()
    exchanges.keep(1, aCall())
    exchanges.keep(2, aCall({ body: "a".repeat(5_000_000) }))
    assert.isUndefined(exchanges.find(2))
    assert.isDefined(exchanges.find(1))
    exchanges.clear()
    assert.isUndefined(exchanges.find(1))
  })
})
