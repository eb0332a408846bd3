/** Funds that are right, or wrong in one thing, and differ from most in how they treat a person or a number of calls. */
import { assert, describe, it } from "@effect/vitest"
import { faults, type OtherFund } from "@embedded-super/fund-simulator/faults"
import { variants } from "@embedded-super/fund-simulator/variants"
import * as Effect from "effect/Effect"
import { answering, isGood, jsonIn } from "../../../../simulators/fund/src/faults/plays/exchanges.ts"
import { fundWith } from "./aFund.ts"
import { checking } from "./checking.ts"

const others = [
  "VERSION",
  "TRANSPORT",
  "AUTH",
  "SCHEMA",
  "LOOKUP",
  "REGISTER",
  "DETAILS",
  "ERRORS",
  "PRIVACY"
]
const all = { selection: [...others, "LIMITS", "TIME"] }

const faulty = (name: string) => ({ fault: faults.find((one) => one.name === name)! })
const variant = (name: string) => variants.find((one) => one.name === name)!

/** Answers 409 to each registration of a person after the first, also to a repeat with the same key. */
const refusesWhomItKnows: OtherFund = {
  ...fundWith(() => {
    const known = new Set<unknown>()
    return answering("registration", (reply, call) => {
      const { email } = jsonIn(call)
      if (!isGood(reply)) return reply
      if (known.has(email)) return { ...reply, status: 409, body: "{}" }
      known.add(email)
      return reply
    })
  }),
  options: { idempotency: "ignored" }
}

/** Answers every fortieth call 503. */
const failsNowAndThen = fundWith(() => {
  let calls = 0
  return (call, serve) => {
    calls += 1
    return calls % 40 === 0 ? { status: 503, headers: {}, body: "" } : serve(call)
  }
})

/** Answers GET with a description, and bodies of more than eight kilobytes with 413. */
const describesItself = fundWith(
  () => (call, serve) =>
    call.method === "GET"
      ? { status: 200, headers: { "content-type": "application/json" }, body: '{"version":"v1"}' }
      : call.body.length > 8192 && call.url.startsWith("/v1/member_registration")
        ? { status: 413, headers: {}, body: "" }
        : serve(call)
)

describe("a fund that", () => {
  it.live("refuses whom it knows has findings of REGISTER-4.2-3 and of a shared e-mail address", () =>
    Effect.gen(function* () {
      const { findings } = yield* checking({ variant: refusesWhomItKnows }, all)
      assert.deepStrictEqual(
        findings.flatMap(({ checks }) => checks.map(String)),
        ["REGISTER-4.2-3", "REGISTER-4.2-6", "REGISTER-2.4-10"]
      )
    })
  )

  it.live("describes itself at its addresses, and takes no large body, has no finding", () =>
    Effect.gen(function* () {
      const { findings } = yield* checking({ variant: describesItself }, all)
      assert.deepStrictEqual(findings, [])
    })
  )

  // The fund's answers to ten calls at the same time are judged as they come.
  it.live("fails now and then, for a moment, has no finding", () =>
    Effect.gen(function* () {
      const { findings } = yield* checking({ variant: failsNowAndThen }, { selection: others })
      assert.deepStrictEqual(findings, [])
    })
  )

  for (const fund of ["banksia", "waratah", "telopea"] as const) {
    it.live(`is ${fund} and refuses a member who comes again has this one finding`, () =>
      Effect.gen(function* () {
        const { fault } = faulty("existing-member-refused")
        const { findings, verdict } = yield* checking({ fault: { ...fault, options: { fund } } }, all)
        assert.deepStrictEqual(
          findings.map(({ cause, checks }) => [cause, ...checks]),
          [["The fund refuses a person who is a member already.", "REGISTER-4.2-3"]]
        )
        assert.strictEqual(verdict, "conforms")
      })
    )
  }

  for (const name of ["number-at-the-repeat", "persons-by-name", "limited-rate"])
    for (const fund of ["banksia", "waratah"] as const)
      it.live(`is ${fund} and is ${name} has no finding`, () =>
        Effect.gen(function* () {
          const { checks, findings } = yield* checking(
            { variant: { ...variant(name), options: { fund } } },
            all
          )
          assert.deepStrictEqual(findings, [])
          assert.deepStrictEqual(
            checks.filter(({ verdict }) => verdict === "error"),
            []
          )
        })
      )

  it.live(
    "mixes up the lookups of the same time has this one finding: its other mistakes follow from it",
    () =>
      Effect.gen(function* () {
        const { findings } = yield* checking(faulty("lookups-mixed"), { selection: ["LOOKUP", "LIMITS"] })
        assert.deepStrictEqual(
          findings.map(({ cause, checks }) => [String(cause), String(checks[0])]),
          [["The fund answers a lookup for another ABN if lookups arrive at the same time.", "LIMITS-2.5-1"]]
        )
      })
  )

  it.live("takes nobody born before 1950 has the finding of great age alone", () =>
    Effect.gen(function* () {
      const { findings, verdict } = yield* checking(faulty("old-person-refused"), {
        selection: ["REGISTER", "SCHEMA"]
      })
      assert.deepStrictEqual(
        findings.map(({ checks }) => checks.map(String)),
        [["REGISTER-2.3-11"]]
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})

/** A finding shows the smallest request that the fund refuses, not the one with which the mistake was found. */
const required = [
  "address_line_1",
  "date_of_birth",
  "email",
  "family_name",
  "first_name",
  "locality",
  "phone_number",
  "postcode",
  "state",
  "tfn"
]

const withoutTfn = required.filter((field) => field !== "tfn")

/** The fields of the smallest request, and what the report says about it. */
const smallest: Readonly<Record<string, { readonly fields: ReadonlyArray<string>; readonly cause: RegExp }>> =
  {
    "exemption-with-middle-name-refused": {
      fields: [...withoutTfn, "middle_name", "tfn_exemption_type"],
      cause: /middle_name and tfn_exemption_type together/
    },
    "unit-with-gender-crash": {
      fields: [...required, "address_line_2", "gender"],
      cause: /address_line_2 and gender together/
    },
    "frequency-needs-start-date": {
      fields: [...withoutTfn, "contribution_frequency", "tfn_exemption_type"],
      cause: /contribution_frequency and tfn_exemption_type together/
    },
    "long-suburb-refused": { fields: required, cause: /a locality of 31 characters/ },
    "full-name-too-long": {
      fields: required,
      cause: /a first name of 11 letters together with a family name of 30 letters\.$/
    },
    "long-apostrophe-refused": {
      fields: required,
      cause: /a family name of 12 letters with an apostrophe\.$/
    },
    "accent-with-hyphen-refused": { fields: required, cause: /a first name with a hyphen and an accent\.$/ }
  }

describe("the finding of a fund with", () => {
  for (const [name, { cause, fields }] of Object.entries(smallest)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const fault = faults.find((one) => one.name === name)!
        const { exchanges, findings } = yield* checking({ fault }, { selection: ["SCHEMA", "REGISTER"] })
        const found = findings.find(({ checks }) => checks.some((id) => id === fault.killedBy[0]))
        assert.match(found!.cause, cause)
        const shows = exchanges.find(({ id }) => id === found!.exchange)
        const sent = Object.keys(JSON.parse(shows!.request.body!) as object)
        assert.sameMembers(sent, [...fields])
      })
    )
  }

  it.live("shared-beginning-matches says how many digits are enough", () =>
    Effect.gen(function* () {
      const fault = faults.find(({ name }) => name === "shared-beginning-matches")!
      const { findings } = yield* checking({ fault }, { selection: ["LOOKUP"] })
      assert.lengthOf(findings, 1)
      assert.match(findings[0]!.actual, /^3 of 6 are found: their first 8 digits are the employer's\.$/)
    })
  )
})
