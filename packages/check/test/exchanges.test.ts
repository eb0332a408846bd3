import { assert, describe, it } from "@effect/vitest"
import { CheckExchange } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { type Exchange, CurrentCheck, makeExchanges } from "../src/exchange/Exchange.ts"
import { maskedExchange } from "../src/exchange/maskedExchange.ts"
import { withholdingOf } from "../src/exchange/withholding.ts"
import { aCall } from "./aKit.ts"

const exchange = (given: Partial<Exchange> = {}): Exchange => ({
  id: "e1",
  check: undefined,
  ...aCall(),
  ...given
})

const shownOf = (made: Exchange) => maskedExchange(withholdingOf([made]))(made)

const anyText = fc.oneof(fc.string({ unit: "binary", size: "large" }), fc.json(), fc.constant(""))
const anyHeaders = fc.dictionary(
  fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("content-type", "authorization", "retry-after", "location")
  ),
  anyText
)

describe("a recorded call", () => {
  it.effect("has a number, and the check that runs", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const first = yield* exchanges.record(aCall())
      const second = yield* Effect.provideService(exchanges.record(aCall()), CurrentCheck, "AUTH-5-1")
      assert.deepStrictEqual([first.id, first.check], ["e1", undefined])
      assert.deepStrictEqual([second.id, second.check], ["e2", "AUTH-5-1"])
      assert.strictEqual(exchanges.find("e2"), second)
      assert.deepStrictEqual(exchanges.all(), [first, second])
    })
  )

  it("is shown in a form that fits the schema, whatever was sent and received", () => {
    const fits = Schema.decodeUnknownSync(CheckExchange)
    const anyExchange = fc.record({
      method: fc.oneof(fc.string(), fc.constant("PoST")),
      url: fc.oneof(anyText, fc.webUrl({ withFragments: true, withQueryParameters: true })),
      body: fc.option(anyText),
      answer: fc.option(
        fc.record({ status: fc.option(fc.integer()), headers: anyHeaders, body: fc.option(anyText) })
      ),
      headers: anyHeaders,
      took: fc.double({ min: -1, max: 1e6, noNaN: true })
    })
    fc.assert(
      fc.property(anyExchange, ({ answer, body, headers, method, took, url }) => {
        const call = { method, url, request: { headers, body } }
        const shown = shownOf(exchange({ call, answer: answer ?? undefined, took }))
        fits(JSON.parse(JSON.stringify(shown)))
      }),
      { numRuns: 200, seed: 7 }
    )
  })
})

describe("the command line of a call", () => {
  const lookupOf = (path: string, body: string): Exchange =>
    exchange({
      call: {
        method: "POST",
        url: `http://127.0.0.1:4180${path}`,
        request: { headers: { "content-type": "application/json" }, body }
      }
    })

  it("keeps the ABN of a form that is sent in place of JSON, also where no other call has it", () => {
    const { curl } = shownOf(lookupOf("/v1/employer_lookup", "abn=80000000001&first_name=Tom"))
    assert.include(curl, `--data 'abn=80000000001&first_name='"$FIRST_NAME"''`)
  })

  it.each(["/v1/%65mployer_lookup", "/v1/employer_lookup;a=b", "/V1/EMPLOYER_LOOKUP"])(
    "keeps the path %s, as the kit spells the operation's",
    (path) => assert.include(shownOf(lookupOf(path, "{}")).curl, `127.0.0.1:4180${path}'`)
  )

  it.each(["/v1/459599230", "/v1/%34%35%39599230", "/v1/key-7%2F8", "/v1/tom;abn=459599230"])(
    "hides the end of %s, which may be a person's",
    (path) => assert.include(shownOf(lookupOf(path, "{}")).curl, "127.0.0.1:4180/v1/•••")
  )

  it("keeps the subject's address and the ABN, whatever the other calls held", () => {
    const lookup = (body: unknown): Exchange => {
      const headers = { host: "127.0.0.1:4180", "content-type": "application/json" }
      const url = "http://127.0.0.1:4180/v1/employer_lookup"
      return exchange({ call: { method: "POST", url, request: { headers, body: JSON.stringify(body) } } })
    }
    const odd = [
      lookup({ abn: "51 824 753 556" }),
      lookup({ abn: 51824753556 }),
      lookup({ abn: ["51824753556"] })
    ]
    const usual = lookup({ abn: "51824753556" })
    const { curl, url } = maskedExchange(withholdingOf([...odd, usual]))(usual)
    assert.strictEqual(url, "http://127.0.0.1:4180/v1/employer_lookup")
    assert.include(curl, "'http://127.0.0.1:4180/v1/employer_lookup'")
    assert.include(curl, `--data '{"abn":"51824753556"}'`)
  })
})

describe("the address of the subject", () => {
  const url = "http://127.0.0.1:4231/v1/employer_lookup"
  const lookup = (headers: Readonly<Record<string, string>>, answered = "{}"): Exchange =>
    exchange({
      call: { method: "POST", url, request: { headers, body: "{}" } },
      answer: { status: 500, headers: {}, body: answered }
    })

  it.each([
    ["x-forwarded-for", "127.0.0.1"],
    ["forwarded", "for=127.0.0.1"],
    ["x-real-ip", "127.0.0.1"],
    ["via", "1.1 127.0.0.1"]
  ])("is shown, although a call has it in %s", (name, value) => {
    assert.strictEqual(shownOf(lookup({ [name]: value })).url, url)
  })

  it("is shown, although an answer names it", () => {
    assert.include(shownOf(lookup({}, "No upstream at 127.0.0.1:9000")).curl, url)
  })
})

describe("a handshake", () => {
  it("is repeated by its own command: curl knows no method of that name", () => {
    const command = "openssl s_client -connect fund.example:443 -servername fund.example -tls1_1 </dev/null"
    assert.strictEqual(shownOf(exchange({ command })).curl, command)
  })
})
