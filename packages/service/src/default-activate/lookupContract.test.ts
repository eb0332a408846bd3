import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import { NO_VALUES } from "@embedded-super/rules/employer-list/checkRow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { admin } from "../../test/admin.ts"
import { aProduct } from "../../test/aProduct.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund, KEY, TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { fundBreachLedger } from "../funds/FundBreachLedger.ts"
import { LiveLookup } from "./LiveLookup.ts"

const ABN = "51824753556" as S.Abn

/** Looks an employer up at a fund that serves lookups at this path and answers with this body. */
const lookedUp = Effect.fnUntraced(function* (path: string, body: unknown) {
  const server = yield* fundServer(() => ({ status: 200, body }))
  const employer_lookup = { source: "live", url: `${server.origin}${path}` }
  const fund = yield* aFund(server.url, { operations: { member_registration: undefined, employer_lookup } })
  const found = yield* (yield* LiveLookup).ask(yield* aProduct({ sandboxed: true }), fund, ABN)
  const [call = assert.fail("no call")] = server.calls
  return { found: Option.getOrUndefined(found), call, calls: server.calls.length }
})

const services = LiveLookup.layer.pipe(
  Layer.provideMerge(TestFundCalls.layer),
  Layer.provideMerge(NodeFileSystem.layer)
)

layer(services, { excludeTestServices: true })("employer lookup", (it) => {
  for (const path of ["/our/own/abn-check", "/v2/lookup?of=employers"]) {
    it.effect(
      `is a POST to the path of the fund's choosing, with the key in X-Auth-Key: ${path} [R-4.2-8, R-4.2-11]`,
      () =>
        Effect.gen(function* () {
          const { call, found } = yield* lookedUp(path, { employer_found: true })
          assert.deepInclude(call, { method: "POST", path })
          assert.strictEqual(call.headers["x-auth-key"], KEY)
          assert.deepStrictEqual(found, NO_VALUES)
        })
    )
  }

  it.effect(
    "is called with JSON that contains abn, and nothing else of the employer, and takes JSON alone [R-4.2-10, R-4.2-12]",
    () =>
      Effect.gen(function* () {
        const { call } = yield* lookedUp("/v1/employer_lookup", { employer_found: false })
        assert.strictEqual(call.headers["content-type"], "application/json")
        assert.strictEqual(call.headers.accept, "application/json")
        assert.strictEqual(call.headers["content-length"], String(Buffer.byteLength(call.text)))
        assert.strictEqual(call.text, '{"abn":"51824753556"}')
      })
  )

  const number = { employer_details: { employer_number: "EMP-004512" } }
  const answers = [
    ["a match", { employer_found: true }, NO_VALUES],
    [
      "a match with its number",
      { employer_found: true, ...number },
      { ...NO_VALUES, employer_number: "EMP-004512" }
    ],
    [
      "a match with more than is agreed",
      { employer_found: true, ...number, plan: "A" },
      { ...NO_VALUES, employer_number: "EMP-004512" }
    ],
    ["no match", { employer_found: false }, undefined],
    // Over-matching is prohibited: any other body than that of section 2.5 is no match.
    ["no match that carries details", { employer_found: false, ...number }, undefined],
    ["a match in words", { employer_found: "true" }, undefined],
    [
      "a placeholder for a number",
      { employer_found: true, employer_details: { employer_number: "Unknown" } },
      NO_VALUES
    ],
    ["a list", [{ employer_found: true }], undefined]
  ] as const
  for (const [name, body, wanted] of answers) {
    it.effect(
      `takes the body of section 2.5: ${name} is ${wanted === undefined ? "no match" : "a match"} [R-4.2-13, R-2.5-7]`,
      () =>
        Effect.gen(function* () {
          const { calls, found } = yield* lookedUp("/v1/employer_lookup", body)
          assert.deepStrictEqual<unknown>(found, wanted)
          assert.strictEqual(calls, 1)
        })
    )
  }

  it.effect("keeps how answers broke the contract, once for each kind, for the operator to send on", () =>
    Effect.gen(function* () {
      const server = yield* fundServer((_, nth) => ({
        status: 200,
        body:
          nth < 3
            ? { employer_found: "true" }
            : { employer_found: true, employer_details: { employer_number: "0" } }
      }))
      const employer_lookup = { source: "live", url: `${server.origin}/lookup` }
      const fund = yield* aFund(server.url, {
        operations: { member_registration: undefined, employer_lookup }
      })
      const productId = yield* aProduct({ sandboxed: true })
      const { ask } = yield* LiveLookup
      for (const _ of [1, 2, 3]) yield* ask(productId, fund, ABN)
      const breaches = yield* (yield* fundBreachLedger).list(fund.slug)
      assert.deepStrictEqual(
        breaches.map(({ last_request_id, operation, times }) => [operation, times, last_request_id]),
        [
          ["employer_lookup", 1, String(server.calls[2]?.headers["x-request-id"])],
          ["employer_lookup", 2, String(server.calls[1]?.headers["x-request-id"])]
        ]
      )
      assert.include(breaches[0]?.words, "placeholder")
      assert.include(breaches[1]?.words, "breaks the contract")
      assert.notInclude(JSON.stringify(breaches), ABN)
      const { code, output } = yield* admin(`fund breaches --fund ${fund.slug}`)
      assert.strictEqual(code, 0)
      assert.match(
        output,
        /^These lines can be sent to the fund.*\nemployer_lookup  once, \S+  X-Request-Id \S{36}\n  The emp/
      )
      assert.match(output, /\nemployer_lookup  2 times, \S+ to \S+  X-Request-Id \S{36}\n  The answer 200 /)
      const other = yield* aFund("http://127.0.0.1:1/v1/member_registration")
      assert.deepStrictEqual(yield* admin(`fund breaches --fund ${other.slug}`), {
        code: 0,
        output: `No answer of fund ${other.slug} has broken the contract. Whether calls reach it is in \`admin fund list\`.\n`
      })
    })
  )
})
