import { describe, expect, it } from "vitest"
import { refusalIn, refusalWords } from "./CallOutcome.ts"

const SENT = ["tfn", "first_name", "family_name", "date_of_birth", "postcode", "state"]

const error = (pointer: unknown, code?: unknown) => ({ pointer, code, detail: "Niamh was born 1994-02-28." })

const other = { reason: "other", fields: [] }
const field = (...fields: ReadonlyArray<string>) => ({ reason: "field", fields })

describe("why a fund refused", () => {
  it.each([
    ["no body", undefined, other],
    ["a text", "Niamh can't join", other],
    ["null", null, other],
    ["a problem without errors", { code: "validation_failed", detail: "No." }, other],
    ["errors that are no list", { errors: error("#/tfn") }, other],
    ["entries that are no objects", { errors: [null, 7, "tfn", []] }, other],
    ["one field", { errors: [error("#/date_of_birth")] }, field("date_of_birth")],
    ["a pointer without #", { errors: [error("/date_of_birth")] }, field("date_of_birth")],
    [
      "several fields, told in the order of the request",
      { errors: [error("#/state"), error("#/postcode"), error("#/state")] },
      field("postcode", "state")
    ],
    ["a field with a code of the fund's own", { errors: [error("#/tfn", "bad_tfn")] }, field("tfn")],
    ["a field that wasn't sent", { errors: [error("#/salary")] }, other],
    ["a value in place of a field", { errors: [error("#/Niamh"), error("#/123456782")] }, other],
    ["a pointer that is no text", { errors: [error(7), error({ tfn: 1 })] }, other],
    [
      "the whole person, a duplicate",
      { errors: [error("#", "duplicate")] },
      { reason: "duplicate", fields: [] }
    ],
    ["an age, at its field", { errors: [error("#/date_of_birth", "age")] }, { reason: "age", fields: [] }],
    [
      "eligibility, beside a field",
      { errors: [error("#/postcode", "invalid"), error("#", "eligibility")] },
      { reason: "eligibility", fields: [] }
    ],
    ["field and other, which are no codes", { errors: [error("#", "field"), error("#", "other")] }, other],
    ["a code in another case", { errors: [error("#", "Duplicate")] }, other],
    ["a code that is no text", { errors: [error("#", ["age"])] }, other]
  ])("%s", (_, body, expected) => {
    const refusal = refusalIn(body, SENT)
    expect(refusal).toEqual(expected)
    expect(`${JSON.stringify(refusal)}${refusalWords(refusal)}`).not.toMatch(/Niamh|1994|123456782/)
  })
})
