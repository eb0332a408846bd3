/** Answers have the form of the specification. The contents of a member number are judged in REGISTER. */
import { EmployerLookupResponse, MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { pass, type Outcome } from "../../../check/Check.ts"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, isSuccess, together, unreadableFor } from "../shared/answers.ts"
import { type Form, isTaken, optionalPart, wrongPaths } from "../shared/readForm.ts"
import { registered, registers, validRefused } from "../shared/registering.ts"

interface Judged {
  /** Parts that are left to another check. */
  readonly apart?: string
  readonly cause: string
  readonly expected: string
  /** The part of the answer that still counts if an optional part is wrong. */
  readonly counts: string
}

/** Judges a 2xx answer by a schema. */
const judgeForm = (answer: Answer, schema: Form, { apart, cause, counts, expected }: Judged): Outcome => {
  const known = unreadableFor(answer)
  if (known !== undefined) return failed(answer, known)
  if (answer.json === undefined)
    return failed(answer, {
      cause: answer.text.trim() === "" ? `${cause}: it is empty.` : `${cause}: it isn't JSON.`,
      expected
    })
  const wrong = wrongPaths(schema, answer).filter((path) => path.length === 0 || path.at(-1) !== apart)
  const parts = wrong.filter((path) => optional.has(path.at(-1) ?? ""))
  const required = wrong.find((path) => !parts.includes(path))
  if (required !== undefined && !isTaken(schema, answer))
    return failed(answer, { cause: `${cause}: ${placeOf(required)}.`, expected })
  const [part] = parts
  return part === undefined ? pass : optionalPart(answer, part, counts)
}

/** Names of the specification; any other text of a path is the fund's own. */
const optional: ReadonlySet<string> = new Set(["account_number", "employer_details", "employer_number"])
const placeOf = (path: ReadonlyArray<string>): string => {
  const name = path.at(-1) ?? ""
  return name === "member_details" || name === "employer_found"
    ? `${name} is missing or of a wrong type`
    : "it isn't an object with the specified properties"
}

export const registrationAnswer: FundCheck = {
  id: "SCHEMA-2.4-1",
  level: "MUST",
  requirement: "R-2.4-1",
  title: "The answer to a registration is a JSON object with the object member_details.",
  hint: 'Answer {"member_details": {"member_number": "…"}}, with these names and in this nesting, when the member is registered and not before.',
  modes: ["dev", "certify", "probe"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers,
  run: (fund) =>
    Effect.map(registered(fund), (result) =>
      "outcome" in result
        ? result.outcome
        : judgeForm(result.answer, MemberRegistrationResponse as Form, {
            apart: "member_number",
            counts: "member_number",
            cause: "The answer to a registration doesn't have the specified form",
            expected: 'An object with "member_details", an object with "member_number".'
          })
    )
}

export const lookupAnswer: FundCheck = {
  id: "SCHEMA-2.5-1",
  level: "MUST",
  requirement: "R-2.5-3",
  title: "The answer to a lookup is a JSON object whose employer_found is true or false.",
  hint: "Answer employer_found as a boolean, not as a text or a number.",
  restsOn: ["LOOKUP-2.5-4"],
  modes: ["dev", "certify", "probe"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: (fund) => fund.addressOf("lookup") !== undefined || "The fund offers no lookup by API.",
  run: (fund) => {
    const { check } = fund.profile
    const given = [check?.matching_abn, check?.unknown_abn].filter((abn) => abn !== undefined)
    const plain = fund.callable().find(({ operation }) => operation === "lookup")
    const bodies: ReadonlyArray<unknown> = given.length > 0 ? given.map((abn) => ({ abn })) : [plain?.body()]
    return together(bodies, (body) =>
      Effect.map(fund.lookUp(body), (answer) =>
        isSuccess(answer)
          ? judgeForm(answer, EmployerLookupResponse as Form, {
              counts: "match",
              cause: "The answer to a lookup doesn't have the specified form",
              expected: '{"employer_found": false}, or an object with "employer_found": true.'
            })
          : validRefused("lookup", answer)
      )
    )
  }
}
