/** A value that no program could store or show never costs the rest of a fund's answer, wherever it is. */
import { assert, describe, it } from "@effect/vitest"
import type { FundClientId, FundUrl } from "@embedded-super/contracts/schemas"
import type { ExchangeResult } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { accessTokens } from "../authentication/AccessTokens.ts"
import { oauth2 } from "../authentication/flows/oauth2.ts"
import { employerDetails, employerLookup, memberRegistration } from "./FundOperation.ts"
import { judgeAnswer } from "./judgeAnswer.ts"
import { MOST_LEVELS, readJson } from "./readJson.ts"

const exchanged = (status: number, answer: string | Buffer, contentEncoding?: string): ExchangeResult => ({
  status,
  failure: null,
  code: null,
  begun: true,
  retryAfter: null,
  ...(contentEncoding === undefined ? {} : { contentEncoding }),
  answer: Buffer.from(answer),
  cut: false
})

const circumstances = { flow: "api_key", isPinned: false, now: 0, tfn: "123456782" } as const

const judged = <Answer>(operation: Parameters<typeof judgeAnswer<Answer>>[0], result: ExchangeResult) =>
  judgeAnswer(operation, result, { ...circumstances, fields: ["tfn", "state"] })

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth)

/** [the JSON of the part, what the report to the fund says about it] */
const parts: Readonly<Record<string, readonly [json: string, told: RegExp]>> = {
  ...Object.fromEntries(
    [500, 5000, 20_000].map((depth) => [`${depth} lists`, [lists(depth), /more than 32 levels deep/]])
  ),
  ...Object.fromEntries(
    [500, 5000, 10_000].map((depth) => [`${depth} objects`, [objects(depth), /more than 32 levels deep/]])
  ),
  "1e400": ["1e400", /larger than any number/],
  "-1e400": ["-1e400", /larger than any number/],
  "1e400 in a list": ["[1,[1e400]]", /larger than any number/],
  "half a pair": ['"EV\\ud800"', /half of a surrogate pair/],
  "half a pair in an object": ['{"a":{"b":"\\udc00x"}}', /half of a surrogate pair/],
  "half a pair in a name": ['{"a\\ud800":1}', /half of a surrogate pair/]
}

const LONG_NAME = "n".repeat(70)

/** Answers that hold what is owed, and the part in each place where a fund may write it. */
const places = {
  "member registration": {
    kept: (result: ExchangeResult) => {
      const outcome = judged(memberRegistration, result)
      assert.deepNestedInclude(outcome, { kind: "accepted", "answer.member_details.member_number": "EV-1" })
      return outcome
    },
    bodies: (part: string) => [
      `{"member_details":{"member_number":"EV-1","x":${part}}}`,
      `{"member_details":{"x":${part},"member_number":"EV-1","y":${part}},"z":${part}}`,
      `{"member_details":{"member_number":"EV-1","account_number":5,"x":${part}}}`,
      `{"member_details":{"member_number":"EV-1","account_number":${part}}}`,
      `{"member_details":{"member_number":"EV-1","${LONG_NAME}":${part},"a b/c~":${part}}}`,
      `{"member_details":{"member_number":"EV-1","__proto__":${part}}}`,
      `{"x":${part},"member_details":{"member_number":"EV-1"}}`
    ]
  },
  "employer lookup": {
    kept: (result: ExchangeResult) => {
      const outcome = judged(employerLookup, result)
      assert.deepNestedInclude(outcome, { kind: "accepted", "answer.employer_found": true })
      return outcome
    },
    bodies: (part: string) => [
      `{"employer_found":true,"x":${part}}`,
      `{"employer_found":true,"employer_details":${part}}`,
      `{"employer_found":true,"employer_details":{"employer_number":${part},"x":${part}},"y":${part}}`
    ]
  },
  "employer details": {
    kept: (result: ExchangeResult) => {
      const outcome = judged(employerDetails, result)
      assert.strictEqual(outcome.kind, "accepted")
      return outcome
    },
    bodies: (part: string) => [`{"reference":"R-1","x":${part}}`, `{"reference":${part},"x":${part}}`]
  }
} as const

describe("a part that nothing could store or show", () => {
  for (const [place, { bodies, kept }] of Object.entries(places))
    for (const [name, [json, told]] of Object.entries(parts))
      for (const [index, body] of bodies(json).entries())
        it(`costs nothing of ${place}: ${name}, place ${index}`, () => {
          const outcome = kept(exchanged(200, body))
          assert.match("words" in outcome ? (outcome.words ?? "") : "", told)
          // The kept outcome can be stored.
          assert.isString(JSON.stringify(outcome))
          assert.isTrue(JSON.stringify(outcome).isWellFormed())
        })

  for (const [name, [json]] of Object.entries(parts)) {
    it(`is no member number: ${name}`, () => {
      const outcome = judged(
        memberRegistration,
        exchanged(201, `{"member_details":{"member_number":${json}}}`)
      )
      assert.strictEqual(outcome.kind, "unreadable")
    })

    it(`makes no match of a no-match: ${name}`, () => {
      const outcome = judged(employerLookup, exchanged(200, `{"employer_found":false,"x":${json}}`))
      assert.deepNestedInclude(outcome, { kind: "accepted", answer: { employer_found: false } })
    })

    it(`hides no reason of a refusal: ${name}`, () => {
      const body = `{"x":${json},"errors":[${json},{"pointer":"#/state","x":${json}}]}`
      const outcome = judged(memberRegistration, exchanged(400, body))
      assert.deepNestedInclude(outcome, { kind: "refused", refusal: { reason: "field", fields: ["state"] } })
    })

    for (const [status, body, kind] of [
      [200, `{"access_token":"t-1","x":${json},"expires_in":${json},"scope":{"x":${json}}}`, "token"],
      [401, `{"error":"invalid_client","x":${json}}`, "credentials"],
      [500, `{"x":${json}}`, "not_sent"]
    ] as const)
      it.effect(`of a token endpoint's ${status}: ${name}`, () =>
        Effect.gen(function* () {
          const made = yield* oauth2({
            flow: "oauth2",
            token_url: "https://auth.banksia.example/token" as FundUrl,
            client_id: "embedded-super" as FundClientId,
            client_authentication: "client_secret_basic"
          })
            .authorise({
              credential: { version: 1, keyId: null, secret: Redacted.make("s".repeat(32)) },
              address: "https://a.example/v1",
              body: "{}",
              issuer: "https://b.example",
              now: 0,
              scope: "one",
              tokens: yield* accessTokens,
              post: () => Effect.succeed(exchanged(status, body))
            })
            .pipe(
              Effect.as("token"),
              Effect.catchTag("NotAuthorised", ({ outcome }) => Effect.succeed(outcome.kind))
            )
          assert.strictEqual(made, kind)
        })
      )
  }

  it(`stays in an answer up to ${MOST_LEVELS} levels deep, as whole texts and numbers do`, () => {
    const body = `{"deep":${objects(MOST_LEVELS - 1)},"pair":"\\ud83d\\ude00","large":1e300,"none":null}`
    const { leftOut, value } = Result.getOrThrow(readJson(Buffer.from(body)))
    assert.deepStrictEqual([JSON.stringify(value), leftOut.size], [JSON.stringify(JSON.parse(body)), 0])
  })
})

describe("an answer that can't be read says why", () => {
  const REGISTERED = '{"member_details":{"member_number":"Caf\u00e9"}}'
  for (const [name, result, words] of [
    ["no JSON", exchanged(201, "<html>"), "The answer 201 isn't JSON."],
    ["Latin-1", exchanged(201, Buffer.from(REGISTERED, "latin1")), "The answer 201 isn't in UTF-8."],
    [
      "compressed",
      exchanged(201, Buffer.from([0x1f, 0x8b, 8, 0]), "gzip"),
      "The answer 201 isn't in UTF-8: it has Content-Encoding: gzip, and no compression is requested or supported."
    ],
    [
      "a coding that isn't repeated",
      exchanged(201, "x", "gzip\u0007"),
      "The answer 201 isn't JSON: it has Content-Encoding: not shown here, and no compression is requested or supported."
    ]
  ] as const)
    it(name, () => assert.deepInclude(judged(memberRegistration, result), { kind: "unreadable", words }))

  it("and counts if it is JSON, whatever Content-Encoding says", () =>
    assert.strictEqual(judged(memberRegistration, exchanged(201, REGISTERED, "gzip")).kind, "accepted"))

  it("and counts after a byte order mark", () =>
    assert.strictEqual(judged(memberRegistration, exchanged(201, `\uFEFF${REGISTERED}`)).kind, "accepted"))
})
