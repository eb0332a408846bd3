import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { at } from "../../../test/at.ts"
import {
  call,
  IDEMPOTENCY_KEY,
  profile,
  REQUEST_ID,
  aFund,
  credentialsOf,
  KEY,
  TestFundCalls
} from "../../../test/funds/TestFundCalls.ts"
import { type FundAnswer, fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import { heldTimers } from "../../../test/heldTimers.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"

/** Returns the outcome of a call to a fund that gives this answer. */
const calling = Effect.fnUntraced(function* (answer: FundAnswer, limits: object = {}) {
  const server = yield* fundServer(() => answer)
  const fund = yield* aFund(server.url, { limits })
  const { outcome, status } = yield* call(fund)
  return { ...outcome, status, fund }
})

layer(TestFundCalls.layer, { excludeTestServices: true })("calling a fund", (it) => {
  it.effect(
    "POSTs the full member profile as JSON with the key in X-Auth-Key [R-1-14, R-1-15, R-4.2-1, R-4.2-2, R-4.2-3, R-4.2-5, R-5-5]",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const made = yield* call(yield* aFund(server.url))
        assert.strictEqual(made.status, 201)
        assert.deepStrictEqual<object>(made.outcome, { kind: "accepted", answer: MEMBER })
        const [received = assert.fail("nothing arrived")] = server.calls
        assert.deepInclude(received, { method: "POST", path: "/v1/member_registration", body: profile })
        assert.deepInclude(received.headers, {
          "content-type": "application/json",
          "x-auth-key": KEY,
          "idempotency-key": IDEMPOTENCY_KEY,
          "x-request-id": REQUEST_ID
        })
      })
  )

  it.effect(
    "takes 200 for an existing member, and whatever else the fund returns [R-2.4-1, R-2.4-2, R-2.4-4, R-4.2-6]",
    () =>
      Effect.gen(function* () {
        const body = {
          member_details: { member_number: "B-1", account_number: "7001", since: 2019 },
          more: [1]
        }
        const made = yield* calling({ status: 200, body })
        assert.deepInclude<object>(made, { kind: "accepted", status: 200, answer: body })
      })
  )

  const NO_REASON = { reason: "other", fields: [] }
  const kinds: ReadonlyArray<readonly [answer: FundAnswer, want: object]> = [
    [400, { kind: "refused", refusal: NO_REASON, words: "The fund answered 400." }],
    [404, { kind: "refused", refusal: NO_REASON, words: "The fund answered 404." }],
    [
      429,
      {
        kind: "rate_limited",
        afterMillis: null,
        words: "The fund answered 429 with no Retry-After; 60 seconds are assumed."
      }
    ],
    [500, { kind: "server_error", words: "The fund answered 500." }],
    [503, { kind: "server_error", words: "The fund answered 503." }],
    [
      { status: 429, headers: { "retry-after": "7" } },
      { kind: "rate_limited", afterMillis: 7000, words: "The fund answered 429 with Retry-After: 7." }
    ],
    [
      { status: 429, headers: { "retry-after": "-5" } },
      {
        kind: "rate_limited",
        afterMillis: null,
        words: "The fund answered 429 with Retry-After: -5; 60 seconds are assumed."
      }
    ],
    [
      { status: 429, headers: { "retry-after": "1795219205000" } },
      {
        kind: "rate_limited",
        afterMillis: 1_795_219_205_000_000,
        words: "The fund answered 429 with Retry-After: 1795219205000."
      }
    ],
    [
      { status: 307, headers: { location: "http://127.0.0.1:1/v1/member_registration" } },
      { kind: "contract_violation", words: "The fund answered 307: redirects are not followed." }
    ],
    ["reset", { kind: "unknown", words: "The connection was lost." }],
    [
      { status: 200, raw: "<b>hello</b>" },
      { kind: "unreadable", words: "The answer 200 isn't JSON." }
    ],
    [
      { status: 201, raw: " ".repeat(70_000) },
      { kind: "unreadable", words: "The answer is longer than 65536 bytes." }
    ],
    [
      { status: 201, headers: { "content-length": "500" }, raw: "{}" },
      { kind: "unknown", words: "The answer 201 ended early. The connection was lost." }
    ]
  ]
  for (const [answer, want] of kinds) {
    it.effect(`answered ${typeof answer === "object" ? JSON.stringify(answer).slice(0, 60) : answer}`, () =>
      Effect.gen(function* () {
        const { fund: _, status: __, ...outcome } = yield* calling(answer)
        assert.deepStrictEqual<object>(outcome, want)
      })
    )
  }

  it.effect("takes any printable member number, trimmed or not [R-2.4-2, R-2.4-3]", () =>
    Effect.gen(function* () {
      const numbers = ["  123  ", "ABC:12#34,_", "é-7", "x".repeat(64)]
      for (const member_number of numbers) {
        const made = yield* calling({ status: 201, body: { member_details: { member_number } } })
        assert.strictEqual(made.kind, "accepted", member_number)
      }
    })
  )

  it.effect(
    "after a 2xx without a usable member number the member exists and the number is missing [R-2.4-2]",
    () =>
      Effect.gen(function* () {
        for (const member_number of ["0", " pending ", "", "x".repeat(65), "1\u00072"]) {
          const made = yield* calling({ status: 201, body: { member_details: { member_number } } })
          assert.deepInclude(made, {
            kind: "unreadable",
            words:
              "The answer 201 can't be used: member_details.member_number is a placeholder, or hasn't 1 to 64 printable characters."
          })
        }
        for (const member_details of [{}, { member_number: 12 }]) {
          const without = yield* calling({ status: 201, body: { member_details } })
          assert.strictEqual(without.kind, "unreadable")
        }
      })
  )

  it.effect("says which fields a 400 is about, and nothing else of its body", () =>
    Effect.gen(function* () {
      const errors = [
        { pointer: "#/postcode", detail: "3064 is in VIC" },
        { pointer: "#/123456782", detail: "?" },
        { pointer: "/date_of_birth", detail: "1994-02-28" },
        "#/state"
      ]
      const made = yield* calling({ status: 400, body: { code: "validation_failed", errors } })
      assert.deepInclude(made, {
        kind: "refused",
        refusal: { reason: "field", fields: ["date_of_birth", "postcode"] },
        words: "The fund answered 400. It names date_of_birth, postcode."
      })
    })
  )

  it.effect("reads Retry-After as an HTTP date too, and never too early [R-7-6]", () =>
    Effect.gen(function* () {
      const headers = { "retry-after": "Sat, 21 Nov 2026 00:01:30 GMT" }
      const made = yield* calling({ status: 429, headers }).pipe(at("2026-11-21T00:00:00Z"))
      assert.deepInclude(made, { kind: "rate_limited", afterMillis: 90_000 })
    })
  )

  it.effect("gives up after the profile's time, not knowing whether the fund did it", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => "hang")
      const fund = yield* aFund(server.url, { limits: { registration_timeout_seconds: 29 } })
      const endOldest = yield* heldTimers(29_000)
      const calls = yield* Effect.forkChild(call(fund))
      yield* server.next(1)
      yield* endOldest
      const { outcome, status } = yield* Fiber.join(calls)
      const made = { ...outcome, status }
      assert.deepInclude(made, { kind: "unknown", words: "The answer didn't arrive in time.", status: null })
    })
  )

  it.effect("after 401 or 403 the credentials are not used again; others that are valid are [R-7-4]", () =>
    Effect.gen(function* () {
      const { fund, ...made } = yield* calling(401)
      assert.deepInclude(made, { kind: "credentials", words: "The fund answered 401.", status: 401 })
      assert.isNull(yield* credentialsOf(fund))
      assert.deepInclude(yield* call(fund), {
        outcome: { kind: "not_admitted", because: "credentials" },
        status: null
      })
      const rotating = yield* fundServer(({ headers }) =>
        headers["x-auth-key"] === KEY ? { status: 201, body: MEMBER } : 403
      )
      const other = yield* aFund(rotating.url)
      yield* (yield* FundCredentials).replace(other.slug, Redacted.make("n".repeat(40)))
      assert.strictEqual((yield* call(other)).outcome.kind, "credentials")
      assert.strictEqual(yield* credentialsOf(other), 1)
      assert.strictEqual((yield* call(other)).outcome.kind, "accepted")
      assert.lengthOf(rotating.calls, 2)
    })
  )

  it.effect("after the profile's flow was changed, sends nothing with credentials of the old flow", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const authentication = { flow: "jwt", algorithm: "EdDSA", client_id: "embedded-super" }
      const changed = { ...fund.profile, authentication } as unknown as StoredFund["profile"]
      const { outcome } = yield* call({ ...fund, profile: changed })
      assert.strictEqual(outcome.kind, "credentials")
      assert.include("words" in outcome ? outcome.words : "", "don't fit its profile's authentication flow")
      assert.lengthOf(server.calls, 0)
    })
  )

  it.effect("nothing of what is sent or answered is logged", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const collecting = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      const server = yield* fundServer(() => ({ status: 400, body: { detail: "123456782 Niamh" } }))
      const fund = yield* aFund(server.url)
      yield* call(fund).pipe(
        Effect.provide(Logger.layer([collecting])),
        Effect.provideService(References.MinimumLogLevel, "Info")
      )
      const logged = lines.join("\n")
      assert.include(logged, "Called a fund")
      for (const secret of [KEY, ...Object.values(profile)]) assert.notInclude(logged, secret)
    })
  )
})
