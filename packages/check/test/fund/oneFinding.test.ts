/**
 * One mistake in a fund's answers is one finding, which names it: also where many checks meet it, where the same call has two
 * outcomes, and where the fund may choose.
 */
import { assert, describe, it } from "@effect/vitest"
import type { OtherFund } from "@embedded-super/fund-simulator/faults"
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import { gzipSync } from "node:zlib"
import {
  answering,
  answeringOperations,
  answeringWith,
  isGood,
  type Json,
  jsonIn,
  on,
  refusing,
  withDetails
} from "../../../../simulators/fund/src/faults/plays/exchanges.ts"
import { fundWith } from "./aFund.ts"
import { checking } from "./checking.ts"

type Operation = "registration" | "lookup"

/** A fund whose successes have another body. */
const encoding = (
  operation: Operation,
  change: (body: Reply["body"]) => Buffer,
  headers: Readonly<Record<string, string>> = {}
): OtherFund =>
  fundWith(() =>
    answering(operation, (reply) =>
      isGood(reply)
        ? { ...reply, headers: { ...reply.headers, ...headers }, body: change(reply.body) }
        : reply
    )
  )

const registration = (more: Json) =>
  fundWith(() => answeringWith("registration", (body) => withDetails(body, more)))

const lookup = (isMatch: boolean, more: Json) =>
  fundWith(() =>
    answeringWith("lookup", (body) =>
      body["employer_found"] === isMatch ? { employer_found: isMatch, ...more } : body
    )
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
  const latin1 = (body: Reply["body"]) =>
    Buffer.from(JSON.stringify({ ...jsonIn({ body: body.toString() }), note: "é" }), "latin1")
  const gzip = (body: Reply["body"]) => gzipSync(body)
  const COMPRESSED = "fail: The fund compresses an answer that nobody asked it to compress."
  const UTF_8 = "fail: The fund's answer isn't UTF-8, so it can't be read."
  const encoded = { "content-encoding": "gzip" }
  const rows = [
    ["compressed, to registrations", encoding("registration", gzip, encoded), COMPRESSED],
    ["compressed, to lookups", encoding("lookup", gzip, encoded), COMPRESSED],
    ["in Latin-1, to registrations", encoding("registration", latin1), UTF_8],
    ["in Latin-1, to lookups", encoding("lookup", latin1), UTF_8]
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
      const variant = fundWith(() =>
        on("lookup", (call, serve) =>
          call.body.toString() === "{}" ? { status: 500, headers: {}, body: "" } : serve(call)
        )
      )
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

const withoutNumber = (body: Json) => ({
  member_details: { ...(body["member_details"] as Json), member_number: 5 }
})

describe("a lookup that fails", () => {
  /** Beside it, every member number is a number. */
  const alsoNumbers = (lookups: Exchange) =>
    fundWith(() => {
      const numbers = answeringWith("registration", withoutNumber)
      return (call, serve) => (call.url.startsWith("/v1/employer_lookup") ? lookups : numbers)(call, serve)
    })
  const names = ["CALL", "TRANSPORT-7-1", "LOOKUP", "ERRORS-7-5", "SCHEMA-2.5-1", "REGISTER-2.4-1"]
  const notFound = (): Reply => ({ status: 404, headers: {}, body: "" })

  it.live(
    "where it answers 404 to an employer that it doesn't know is named so, and hides no other mistake",
    () =>
      Effect.gen(function* () {
        const variant = alsoNumbers(
          answering("lookup", (reply) => (jsonIn(reply)["employer_found"] === false ? notFound() : reply))
        )
        const { findings, hints } = yield* found(variant, names)
        assert.deepStrictEqual(findings, [
          "fail: The fund answers 404 in place of a lookup's result.",
          "fail: The member number isn't a text."
        ])
        assert.match(hints[0]!, /^Answer 200 with \{"employer_found": false\}/)
      })
  )

  it.live("where nothing takes it hides the other mistakes of lookups alone, and names both fixes", () =>
    Effect.gen(function* () {
      const report = yield* checking({ variant: alsoNumbers(on("lookup", notFound)) }, { selection: names })
      assert.deepStrictEqual(
        report.findings.map(({ cause }) => String(cause)),
        ["Nothing takes a lookup at the address of the profile.", "The member number isn't a text."]
      )
      assert.match(
        report.findings[0]!.hint,
        /Compare the address .* answer 200 with \{"employer_found": false\}/
      )
    })
  )
})

describe("a refusal with a wrong status", () => {
  const answered = (status: number) =>
    fundWith(() => answeringOperations((reply) => (reply.status === 400 ? { ...reply, status } : reply)))
  it.live.each([
    [422, /^You refuse it rightly: answer 400 in place of 422\. Many frameworks/],
    [409, /^You refuse it rightly: answer 400 in place of 409\.$/],
    [403, /^You refuse it rightly: answer 400 in place of 403, which says that the credentials are wrong/],
    [429, /^You refuse it rightly: answer 400 in place of 429, after which the service repeats/]
  ] as const)("of %d is fixed by another status, not by a check that is there", ([status, hint]) =>
    Effect.gen(function* () {
      const names = ["TRANSPORT-7-1", "TRANSPORT-7-4", "SCHEMA-7-1", "SCHEMA-7-3", "SCHEMA-7-6", "ERRORS-7-1"]
      const { hints } = yield* found(answered(status), names)
      assert.isAtLeast(hints.length, 1)
      for (const one of hints) assert.match(one, hint)
    })
  )

  it.live("of wrong credentials, too", () =>
    Effect.gen(function* () {
      const variant = fundWith(() =>
        answeringOperations((reply) => (reply.status === 401 ? { ...reply, status: 400 } : reply))
      )
      const { hints } = yield* found(variant, ["AUTH-7-1", "AUTH-7-3", "AUTH-7-4"])
      assert.lengthOf(hints, 1)
      assert.match(hints[0]!, /^You refuse it rightly: answer 401 in place of 400\./)
    })
  )
})

describe("a part that a fund refuses whatever it holds", () => {
  const has =
    (...fields: ReadonlyArray<string>) =>
    (body: Json) =>
      fields.some((field) => field in body)
  const names = [
    ...["SCHEMA-2.3", "REGISTER-2.3-13", "REGISTER-2.3-16", "REGISTER-2.3-12", "REGISTER-2.4-8"]
  ].flatMap((name) =>
    name === "SCHEMA-2.3" ? [1, 3, 4, 5, 6, 7].map((number) => `SCHEMA-2.3-${number}`) : [name]
  )
  const rows = [
    [
      "optional fields",
      refusing(has("middle_name", "gender", "employment_start_date")),
      {
        "The fund refuses a registration with the optional field middle_name.": [
          "SCHEMA-2.3-4",
          "SCHEMA-2.3-5",
          "REGISTER-2.3-13",
          "REGISTER-2.3-16",
          "SCHEMA-2.3-6"
        ]
      }
    ],
    [
      "TFN exemptions",
      refusing(has("tfn_exemption_type")),
      { "The fund refuses the TFN exemption not_quoted.": ["REGISTER-2.3-12", "REGISTER-2.4-8"] }
    ],
    [
      "an optional field, and a value of another one",
      refusing((body) => "other_name" in body || body["state"] === "ACT"),
      {
        "The fund refuses a registration with the optional field other_name.": ["SCHEMA-2.3-4"],
        "The fund refuses the state ACT.": ["SCHEMA-2.3-5"]
      }
    ],
    [
      "one value of an optional field",
      refusing(({ gender }) => gender === "female"),
      { "The fund refuses the gender female.": ["SCHEMA-2.3-4", "SCHEMA-2.3-5"] }
    ]
  ] as const
  it.live.each(rows)("is one finding: %s", ([, exchange, expected]) =>
    Effect.gen(function* () {
      const { findings } = yield* checking({ variant: fundWith(() => exchange) }, { selection: names })
      assert.deepStrictEqual(
        findings.map(({ cause }) => String(cause)),
        Object.keys(expected)
      )
      for (const { cause, checks } of findings)
        assert.includeMembers(checks.map(String), [
          ...(expected as Readonly<Record<string, ReadonlyArray<string>>>)[cause]!
        ])
    })
  )
})

describe("a fund that checks little", () => {
  it.live("gets a warning of each kind at once, with what to check", () =>
    Effect.gen(function* () {
      const variant = fundWith(() =>
        answering("registration", (reply, call) =>
          reply.status === 400 && jsonIn(call)["family_name"] !== undefined
            ? {
                status: 201,
                headers: { "content-type": "application/json" },
                body: '{"member_details":{"member_number":"W1"}}'
              }
            : reply
        )
      )
      const report = yield* checking({ variant }, { selection: ["SCHEMA-7-2", "SCHEMA-7-3", "SCHEMA-7-4"] })
      assert.deepStrictEqual(
        report.findings.map(({ checks }) => checks.join()),
        ["SCHEMA-7-2", "SCHEMA-7-3", "SCHEMA-7-4"]
      )
      const { cause, hint } = report.findings[2]!
      for (const words of ["gender is not among its values", "date_of_birth is not in the calendar"])
        assert.include(cause, words)
      assert.match(hint, /day of the calendar.*Take the values of \w+ that the specification lists/)
    })
  )
})

it.live("the values that a check finds refused beside the first are named with it", () =>
  Effect.gen(function* () {
    const variant = fundWith(() => refusing(({ state }) => ["ACT", "NT", "WA"].includes(String(state))))
    const { findings } = yield* checking({ variant }, { selection: ["SCHEMA-2.3-5"] })
    const said = `${findings[0]?.cause} ${findings[0]?.actual}`
    for (const state of ["ACT", "NT", "WA"]) assert.include(said, `the state ${state}.`)
  })
)

/** Answers 400 to such a registration, and accepts it when it comes again. */
const refusingOnce = (isMeant: (body: string) => boolean): OtherFund =>
  fundWith(() => {
    const seen = new Set<string>()
    return on("registration", async (call, serve) => {
      const reply = await serve(call)
      const body = call.body.toString()
      if (!isMeant(body) || seen.has(body)) return reply
      seen.add(body)
      return { status: 400, headers: {}, body: "" }
    })
  })

describe("a fund that is flaky", () => {
  it.live.each([
    ["names with an apostrophe", "REGISTER-2.3-1", refusingOnce((body) => body.includes("'"))],
    ["persons of one state", "SCHEMA-2.3-5", refusingOnce((body) => body.includes('"TAS"'))]
  ] as const)("about %s isn't said to refuse them", ([, check, variant]) =>
    Effect.gen(function* () {
      const { findings } = yield* found(variant, [check])
      assert.deepStrictEqual(findings, [
        "fail: The fund is flaky: it accepts a call that it didn't accept a moment before."
      ])
    })
  )
})

const lengthOf = (value: unknown): number => [...String(value ?? "")].length

describe("a choice of the fund is at most a warning, as of one that", () => {
  it.live.each([
    ["requires a first name", (body: Json) => !("first_name" in body), ["REGISTER-2.3-7", "SCHEMA-2.3-1"]],
    [
      "takes names of up to forty letters",
      ({ family_name, first_name }: Json) => [family_name, first_name].some((name) => lengthOf(name) > 40),
      ["REGISTER-2.3-5"]
    ],
    [
      "takes phone numbers of Australia alone",
      ({ phone_number = "+61" }: Json) => !String(phone_number).startsWith("+61"),
      ["REGISTER-2.3-10"]
    ]
  ] as const)("%s", ([, isRefused, checks]) =>
    Effect.gen(function* () {
      const report = yield* checking(
        { variant: fundWith(() => refusing(isRefused)) },
        {
          selection: [
            ...["SCHEMA-2.3-1", "REGISTER-2.3-4", "REGISTER-2.3-5", "REGISTER-2.3-7", "REGISTER-2.3-10"],
            ...["REGISTER-2.3-13", "REGISTER-2.3-17", "TIME-7-1"]
          ]
        }
      )
      assert.sameMembers(
        report.findings.flatMap((finding) => finding.checks.map(String)),
        [...checks]
      )
      assert.strictEqual(report.verdict, "conforms")
    })
  )
})
