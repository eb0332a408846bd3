/** One mistake in a fund's answers is one finding, which names it: also where many checks meet it. */
import { assert, describe, it } from "@effect/vitest"
import type { OtherFund } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { gzipSync } from "node:zlib"
import { checking } from "./checking.ts"

type Json = Record<string, unknown>
type Body = string | Buffer

/** A fund whose successes have another body. */
const answering = (
  operation: "member_registration" | "employer_lookup",
  change: (body: Body) => Body,
  headers: Readonly<Record<string, string>> = {}
): OtherFund => ({
  name: "other",
  sentence: "The fund answers otherwise.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return !call.url.startsWith(`/v1/${operation}`) || reply.status > 299
        ? reply
        : { ...reply, headers: { ...reply.headers, ...headers }, body: change(reply.body) }
    }
  })
})

const json = (change: (answer: Json) => Json) => (body: Body) =>
  JSON.stringify(change(JSON.parse(body.toString()) as Json))

const registration = (more: Json) =>
  answering(
    "member_registration",
    json(({ member_details }) => ({ member_details: { ...(member_details as Json), ...more } }))
  )

const lookup = (isMatch: boolean, more: Json) =>
  answering(
    "employer_lookup",
    json((answer) => (answer["employer_found"] === isMatch ? { employer_found: isMatch, ...more } : answer))
  )

const selection = ["CALL", "SCHEMA-2.4-1", "SCHEMA-2.5-1", "LOOKUP", "REGISTER-2.4-2", "REGISTER-4.2-7"]

const found = (variant: OtherFund, names: ReadonlyArray<string> = selection) =>
  Effect.map(checking({ variant }, { selection: names }), ({ findings, verdict }) => ({
    findings: findings.map((finding) => `${finding.verdict}: ${finding.cause}`),
    actuals: findings.map(({ actual }) => String(actual)),
    hints: findings.map(({ hint }) => String(hint)),
    verdict
  }))

describe("a part that may be left out", () => {
  const rows = [
    [
      "account_number null",
      registration({ account_number: null }),
      "warn: The fund gives account_number as null."
    ],
    [
      "account_number as a number",
      registration({ account_number: 5 }),
      "fail: The fund gives an account_number that breaks the specification."
    ],
    [
      "employer_details null in a match",
      lookup(true, { employer_details: null }),
      "warn: The fund gives employer_details as null."
    ],
    [
      "employer_details null without a match",
      lookup(false, { employer_details: null }),
      "fail: The fund's answer without a match holds more than employer_found."
    ],
    [
      "employer_details as a list",
      lookup(true, { employer_details: [] }),
      "fail: The fund gives an employer_details that breaks the specification."
    ],
    [
      "employer_number null",
      lookup(true, { employer_details: { employer_number: null } }),
      "warn: The fund gives employer_number as null."
    ],
    [
      "employer_number as a number",
      lookup(true, { employer_details: { employer_number: 5 } }),
      "fail: The fund gives an employer_number that breaks the specification."
    ]
  ] as const
  for (const [what, variant, finding] of rows) {
    it.live(`${what} is one finding that names it, and what counts`, () =>
      Effect.gen(function* () {
        const { actuals, findings, hints, verdict } = yield* found(variant)
        assert.deepStrictEqual(findings, [finding])
        assert.match(actuals[0]!, /: the (?:member_number|match|no match) counts\.$/)
        assert.match(
          hints[0]!,
          /^Leave \w+ out if there is nothing to say\.|Leave out everything else, also null\.$/
        )
        assert.strictEqual(verdict, finding.startsWith("warn") ? "conforms" : "does_not_conform")
      })
    )
  }

  it.live("costs a no match only where it isn't null", () =>
    Effect.gen(function* () {
      const { findings } = yield* found(lookup(false, { employer_details: {} }))
      assert.deepStrictEqual(findings, [
        "fail: The fund's answer without a match holds more than employer_found."
      ])
    })
  )
})

describe("an answer that can't be read", () => {
  const latin1 = (body: Body) => Buffer.from(json((answer) => ({ ...answer, note: "é" }))(body), "latin1")
  const gzip = (body: Body) => gzipSync(body)
  const COMPRESSED = "fail: The fund compresses an answer that nobody asked it to compress."
  const UTF_8 = "fail: The fund's answer isn't UTF-8, so it can't be read."
  const encoded = { "content-encoding": "gzip" }
  const rows = [
    ["compressed, to registrations", answering("member_registration", gzip, encoded), COMPRESSED],
    ["compressed, to lookups", answering("employer_lookup", gzip, encoded), COMPRESSED],
    ["in Latin-1, to registrations", answering("member_registration", latin1), UTF_8],
    ["in Latin-1, to lookups", answering("employer_lookup", latin1), UTF_8]
  ] as const
  for (const [what, variant, finding] of rows) {
    it.live(`${what}, is one finding`, () =>
      Effect.gen(function* () {
        const { findings, hints } = yield* found(variant, [...selection, "TRANSPORT-4.2-6"])
        assert.deepStrictEqual(findings, [finding])
        assert.match(hints[0]!, finding === UTF_8 ? /^Write answers as UTF-8/ : /^Compress only if/)
      })
    )
  }
})

describe("a missing field that is a server error", () => {
  it.live("is one finding of two checks, whose fix names the field", () =>
    Effect.gen(function* () {
      const variant: OtherFund = {
        name: "crash",
        sentence: "The fund crashes at a lookup without an ABN.",
        play: () => ({
          exchange: async (call, serve) =>
            call.url.startsWith("/v1/employer_lookup") && call.body.toString() === "{}"
              ? { status: 500, headers: {}, body: "" }
              : serve(call)
        })
      }
      const report = yield* checking({ variant }, { selection: ["CALL", "SCHEMA-7-6", "ERRORS-7-1"] })
      assert.deepStrictEqual(
        report.findings.map(({ checks }) => checks.map(String)),
        [["SCHEMA-7-6", "ERRORS-7-1"]]
      )
      assert.match(report.findings[0]!.cause, /\(abn is missing\)/)
      const own = report.checks.find(({ id }) => id === ("ERRORS-7-1" as never))
      assert.match(own?.hint ?? "", /^Check that abn is there/)
    })
  )
})

it.live("the values that a check finds refused beside the first are named with it", () =>
  Effect.gen(function* () {
    const variant: OtherFund = {
      name: "strict",
      sentence: "The fund refuses three states.",
      play: () => ({
        exchange: async (call, serve) =>
          /"state":"(?:ACT|NT|WA)"/.test(call.body.toString())
            ? { status: 400, headers: {}, body: "" }
            : serve(call)
      })
    }
    const { findings } = yield* checking({ variant }, { selection: ["SCHEMA-2.3-5"] })
    const said = `${findings[0]?.cause} ${findings[0]?.actual}`
    for (const state of ["ACT", "NT", "WA"]) assert.include(said, `the state ${state}.`)
  })
)
