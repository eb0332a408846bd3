/** A finding shows the smallest request that the fund refuses, not the one with which the mistake was found. */
import { assert, describe, it } from "@effect/vitest"
import { faults } from "@embedded-super/fund-simulator/faults"
import * as Effect from "effect/Effect"
import { checking } from "./checking.ts"

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
