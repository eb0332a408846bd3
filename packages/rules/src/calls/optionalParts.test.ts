import type { ExchangeResult } from "@embedded-super/http-manners"
import { AccessTokenAnswer } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { employerDetails, employerLookup, memberRegistration } from "./FundOperation.ts"
import { judgeAnswer } from "./judgeAnswer.ts"
import { readWithoutOptional } from "./optionalParts.ts"

type Judged<Answer> = Parameters<typeof judgeAnswer<Answer>>[0]

const judged = <Answer>(operation: Judged<Answer>, body: unknown, status = 200) => {
  const result: ExchangeResult = {
    status,
    failure: null,
    code: null,
    begun: true,
    retryAfter: null,
    answer: Buffer.from(JSON.stringify(body)),
    cut: false
  }
  return judgeAnswer(operation, result, {
    fields: [],
    flow: "api_key",
    isPinned: false,
    now: 0,
    tfn: undefined
  })
}

/** Values that a fund may write into any part. */
const forms: Readonly<Record<string, unknown>> = {
  null: null,
  "a number": 700_123,
  true: true,
  "an empty text": "",
  "a space": " ",
  "2,000 digits": "9".repeat(2000),
  "an empty list": [],
  "a list": ["700123"],
  "an empty object": {},
  "a nested object": { value: { value: ["700123"] } }
}

const answer = <Answer>(operation: Judged<Answer>, owed: object) => ({
  owed,
  ast: operation.answer.ast,
  judge: (body: unknown) => judged(operation, body)
})

/** Each answer of a fund, with what the fund owes and nothing else. */
const answers = {
  memberRegistration: answer(memberRegistration, { member_details: { member_number: "M-1" } }),
  employerLookup: answer(employerLookup, { employer_found: true }),
  employerDetails: answer(employerDetails, {}),
  accessToken: answer({ answer: AccessTokenAnswer }, { access_token: "token" })
}

interface OptionalPart {
  readonly path: ReadonlyArray<string>
  readonly accepts: (value: unknown) => boolean
}

/** The optional parts that the contract knows, also those in others. */
const optionalParts = (ast: SchemaAST.AST, path: ReadonlyArray<string> = []): ReadonlyArray<OptionalPart> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const inside = [...path, String(name)]
        const part = { path: inside, accepts: Schema.is(Schema.make(type)) }
        return [...(SchemaAST.isOptional(type) ? [part] : []), ...optionalParts(type, inside)]
      })
    : []

/** The answer with this part, in objects that are made where there are none. */
const withPart = (answer: object, [name = "", ...rest]: ReadonlyArray<string>, part: unknown): object => ({
  ...answer,
  [name]: rest.length === 0 ? part : withPart(Reflect.get(answer, name) ?? {}, rest, part)
})

describe("an optional part of a fund's answer", () => {
  for (const [name, { ast, judge, owed }] of Object.entries(answers)) {
    const parts = optionalParts(ast)
    it(`is known of ${name}`, () => assert.isNotEmpty(parts))
    for (const { accepts, path } of parts)
      for (const [form, part] of Object.entries(forms))
        it(`costs nothing of ${name} when ${path.join(".")} is ${form}`, () => {
          const isKept = accepts(part)
          const outcome = judge(withPart(owed, path, part))
          assert.strictEqual(outcome.kind, "accepted")
          // A part that is undefined isn't there in JSON.
          const read = JSON.stringify(withPart(owed, path, isKept ? part : undefined))
          assert.deepStrictEqual(JSON.stringify(Reflect.get(outcome, "answer")), read)
          if (isKept || part === null) assert.isUndefined(outcome.words)
          else
            assert.match(
              outcome.words ?? "",
              /^The answer 200 breaks the contract: .* The rest of it is used\.$/
            )
          assert.notMatch(outcome.words ?? "", /700|999/)
        })
  }

  for (const body of [
    { member_details: { member_number: null } },
    { member_details: { member_number: 5, account_number: 1 } },
    { member_details: null },
    { account_number: null },
    null,
    []
  ]) {
    it(`makes up for nothing that is owed: ${JSON.stringify(body)}`, () => {
      assert.strictEqual(judged(memberRegistration, body, 201).kind, "unreadable")
    })
  }

  for (const body of [{ employer_found: null }, { employer_found: "true" }, {}, null]) {
    it(`makes no match: ${JSON.stringify(body)}`, () => {
      assert.strictEqual(judged(employerLookup, body).kind, "unreadable")
    })
  }

  it("never makes a match of a no-match", () => {
    const both = judged(employerLookup, { employer_found: false, employer_details: { employer_number: "1" } })
    assert.notDeepNestedInclude(both, { "answer.employer_found": true })
  })

  it("of employer details is the whole answer", () => {
    for (const body of [null, [], { status: 1 }, "x"])
      assert.strictEqual(judged(employerDetails, body, 202).kind, "accepted")
  })
})

/** Issues of a part and of what holds it come together: the part costs its holder nothing. */
describe("several wrong parts at once", () => {
  const { answer: registration } = memberRegistration
  const { answer: lookup } = employerLookup
  const nested = Schema.Struct({
    owed: Schema.String,
    more: Schema.optionalKey(Schema.Struct({ owed: Schema.String, more: Schema.optionalKey(Schema.String) }))
  })
  const read = (codec: Schema.Codec<unknown, unknown>, body: unknown) =>
    Result.map(readWithoutOptional(codec, body), ({ answer }) => answer)
  const member_number = "M-1"
  const no = Number.POSITIVE_INFINITY

  it.each<readonly [string, Schema.Codec<unknown, unknown>, unknown, unknown]>([
    ["one", registration, { member_details: { member_number, no } }, { member_details: { member_number } }],
    [
      "siblings",
      registration,
      { member_details: { member_number, account_number: 5, no, also: no } },
      { member_details: { member_number } }
    ],
    [
      "inside and outside",
      registration,
      { member_details: { member_number, no, kept: 1 }, no, kept: [2] },
      { member_details: { member_number, kept: 1 }, kept: [2] }
    ],
    ["one that has two issues", employerDetails.answer, { reference: no, kept: 1 }, { kept: 1 }],
    [
      "a part and its optional holder",
      lookup,
      { employer_found: true, employer_details: { employer_number: 5, no, kept: 1 }, no },
      { employer_found: true, employer_details: { kept: 1 } }
    ],
    ["a holder that lacks what it owes", nested, { owed: "x", more: { more: 5 } }, { owed: "x" }],
    ["a holder whose owed part is wrong", nested, { owed: "x", more: { owed: 5, more: 5 } }, { owed: "x" }]
  ])("%s", (_, codec, body, expected) => {
    assert.deepStrictEqual(read(codec, body), Result.succeed(expected))
  })
})
