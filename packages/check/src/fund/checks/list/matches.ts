/**
 * Whether a match in the list is the answer that a live lookup would give. The profile declares employers (`check`); a fund that
 * offers both ways is also asked for them live.
 */
import { EmployerLookupResponse } from "@embedded-super/contracts/schemas"
import type { JudgedList } from "@embedded-super/rules/employer-list/judgeList"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Outcome, fail, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { inTurn, isSuccess } from "../shared/answers.ts"
import { lacksEachAbn } from "../lookup/match.ts"
import { lacksList, lacksListed, LIST_TIME, noList, suppliesLists } from "./findingsCheck.ts"
import { NOT_IN_THE_LIST } from "./hashes.ts"

const common = {
  level: "MUST",
  requirement: "R-2.6-10",
  modes: ["dev", "certify", "probe"],
  appliesTo: suppliesLists
} as const

/** Judges a list that is in order; another check reports why it isn't. */
const ofUsable = (
  { list }: FundUnderTest,
  judge: (judged: JudgedList) => Effect.Effect<Outcome>
): Effect.Effect<Outcome> =>
  Effect.flatMap(list.judged, (judged): Effect.Effect<Outcome> => {
    if (judged === undefined) return Effect.succeed(noList(list))
    if (judged.reason === undefined) return judge(judged)
    return Effect.succeed(notObserved(`The list is refused: ${judged.reason.detail}`))
  })

export const declaredEmployer: FundCheck = {
  ...common,
  id: "LIST-2.6-12",
  title: "The list names an employer whose current default fund this is.",
  hint: "Compare the export's selection with that of the lookup: every employer that a lookup would find is in the list.",
  timeLimit: LIST_TIME,
  lacks: (fund) => lacksList(fund) ?? lacksListed(fund),
  run: (fund) =>
    ofUsable(fund, (judged) => {
      if (judged.find(fund.profile.check?.matching_abn ?? "") !== undefined) return Effect.succeed(pass)
      return Effect.succeed(
        fail({
          cause: "The list doesn't name the employer that the profile declares as matching.",
          expected: "A row for the employer of check.matching_abn.",
          actual: "No row of the list is this employer's.",
          root: NOT_IN_THE_LIST
        })
      )
    })
}

export const noOtherEmployers: FundCheck = {
  ...common,
  id: "LIST-2.6-13",
  title: "The list names no employer whose current default fund is another.",
  hint: "Leave out former employers: select relationships that have no end, and are for the default fund.",
  timeLimit: LIST_TIME,
  lacks: (fund) => lacksList(fund) ?? lacksEachAbn("former_employer_abn", "unknown_abn")(fund),
  run: (fund) =>
    ofUsable(fund, (judged) => {
      const { former_employer_abn, unknown_abn } = fund.profile.check ?? {}
      const isNamed = (abn: string | undefined) => abn !== undefined && judged.find(abn) !== undefined
      if (isNamed(former_employer_abn))
        return Effect.succeed(
          fail({
            cause: "The list names a former employer.",
            expected: "No row for the employer of check.former_employer_abn.",
            actual: "A row of the list is this employer's."
          })
        )
      return Effect.succeed(
        isNamed(unknown_abn)
          ? fail({
              cause: "The list names an employer that the fund doesn't know.",
              expected: "No row for the employer of check.unknown_abn.",
              actual: "A row of the list is this employer's."
            })
          : pass
      )
    })
}

const decode = Schema.decodeUnknownOption(EmployerLookupResponse)

const sameAsLive = Effect.fnUntraced(function* (fund: FundUnderTest, judged: JudgedList, abn: string) {
  const answer = yield* fund.lookUp({ abn })
  const live = isSuccess(answer) ? Option.getOrUndefined(decode(answer.json)) : undefined
  if (live === undefined) return notObserved("The live lookup gives no usable answer.") satisfies Outcome
  const listed = judged.find(abn)
  if (live.employer_found !== (listed !== undefined))
    return fail({
      cause: live.employer_found
        ? "The live lookup finds an employer that the list doesn't name."
        : "The list names an employer that the live lookup doesn't find.",
      expected: "The same answer from the list and from the live lookup.",
      actual: live.employer_found ? "Found live, not in the list." : "In the list, not found live.",
      exchange: answer.id
    }) satisfies Outcome
  const number = live.employer_details?.employer_number?.trim()
  if (number === undefined || listed === null || listed === undefined || number === listed) return pass
  return fail({
    cause: "The live lookup and the list give one employer different numbers.",
    expected: "The same employer number from both.",
    actual: "Two numbers.",
    exchange: answer.id
  }) satisfies Outcome
})

export const asLive: FundCheck = {
  ...common,
  id: "LIST-2.6-14",
  title: "The list and the live lookup give the same answer for an employer.",
  hint: "Let the export and the lookup use the same query.",
  timeLimit: LIST_TIME,
  appliesTo: (fund) =>
    fund.addressOf("lookup") === undefined ? "The fund offers no live lookup." : suppliesLists(fund),
  lacks: (fund) =>
    lacksList(fund) ?? lacksEachAbn("matching_abn", "unknown_abn", "former_employer_abn")(fund),
  run: (fund) =>
    ofUsable(fund, (judged) => {
      const { former_employer_abn, matching_abn, unknown_abn } = fund.profile.check ?? {}
      const declared = [matching_abn, unknown_abn, former_employer_abn].filter((abn) => abn !== undefined)
      return inTurn(declared, (abn) => sameAsLive(fund, judged, abn))
    })
}
