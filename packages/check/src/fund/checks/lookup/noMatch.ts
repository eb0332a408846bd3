import * as Effect from "effect/Effect"
import { pass } from "../../../check/outcomes.ts"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed } from "../shared/answers.ts"
import { partRoot } from "../shared/readForm.ts"
import { known, live, matches, restsOn, unknown, unreadable } from "./offered.ts"

const isNull = ({ json }: Answer): boolean => (json as Record<string, unknown>)["employer_details"] === null

export const noMatch: FundCheck = {
  id: "LOOKUP-2.5-4",
  restsOn,
  level: "MUST",
  requirement: "R-2.5-7",
  title: 'A lookup without a match is answered with exactly {"employer_found": false}.',
  hint: "Answer 200, not 404: the absence of an employer is a result. Leave out everything else, also null.",
  modes: ["dev", "certify", "probe"],
  appliesTo: live,
  independent: true,
  run: (fund) =>
    Effect.gen(function* () {
      const abn = known(fund, "unknown_abn")
      if (abn === undefined) return unknown("unknown_abn")
      const answer = yield* fund.lookUp({ abn })
      const wrong = unreadable(answer)
      if (wrong !== undefined) return wrong
      const expected = '200, or another 2xx, with exactly {"employer_found": false}.'
      if (matches(answer))
        return failed(answer, {
          cause: "The fund finds an employer that isn't its own (check.unknown_abn).",
          expected,
          actual: "employer_found true.",
          root: "over-match",
          hint: "Find only employers that the fund has, and keep nothing of one call for the next: a variable that calls share mixes answers of the same time."
        })
      const more = Object.keys(answer.json as object).filter((name) => name !== "employer_found")
      if (more.length === 0) return pass
      const isRead = more.join() === "employer_details" && isNull(answer)
      return failed(answer, {
        cause: "The fund's answer without a match holds more than employer_found.",
        expected,
        actual: isRead
          ? "employer_details as null, which the service reads as absent: the no match counts."
          : `${more.length} more ${more.length === 1 ? "property" : "properties"}.`,
        ...(isRead ? { root: partRoot("employer_details") } : {})
      })
    })
}
