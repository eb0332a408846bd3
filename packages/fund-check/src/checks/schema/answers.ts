/** Answers have the form of the specification. What is in a member number is judged in REGISTER. */
import { pass } from "@embedded-super/conformance/check/outcomes"
import type { Outcome } from "@embedded-super/conformance/check/Check"
import { EmployerLookupResponse, MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, together, isSuccess } from "../shared/answers.ts"
import { registered, registers, validRefused } from "../shared/registering.ts"

/** Judges a 2xx answer by a schema. Issues below `apart` are left to another check. */
const judgeForm = (
  answer: Answer,
  schema: Schema.Codec<unknown, unknown>,
  { apart, cause, expected }: { readonly apart?: string; readonly cause: string; readonly expected: string }
): Outcome => {
  if (answer.json === undefined)
    return failed(answer, {
      cause: answer.text.trim() === "" ? `${cause}: it is empty.` : `${cause}: it isn't JSON.`,
      expected
    })
  const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(answer.json)
  if (Result.isSuccess(decoded)) return pass
  const pointers = issuesOf("body", decoded.failure.issue, answer.json)
    .map((issue) => ("pointer" in issue ? String(issue.pointer) : "#"))
    .filter((pointer) => apart === undefined || !pointer.endsWith(apart))
  if (pointers.length === 0) return pass
  return failed(answer, { cause: `${cause}: ${placeOf(pointers[0]!)}.`, expected })
}

/** Only names of the specification; any other text of a pointer is the fund's own. */
const placeOf = (pointer: string): string => {
  const name = /(?:^|\/)(member_details|employer_found|employer_details|employer_number)$/.exec(pointer)?.[1]
  return name === undefined
    ? "it isn't an object with the specified properties"
    : `${name} is missing or of a wrong type`
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
        : judgeForm(result.answer, MemberRegistrationResponse as Schema.Codec<unknown, unknown>, {
            apart: "/member_number",
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
          ? judgeForm(answer, EmployerLookupResponse as Schema.Codec<unknown, unknown>, {
              cause: "The answer to a lookup doesn't have the specified form",
              expected: '{"employer_found": false}, or an object with "employer_found": true.'
            })
          : validRefused("lookup", answer)
      )
    )
  }
}
