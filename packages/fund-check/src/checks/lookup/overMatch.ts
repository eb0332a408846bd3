import type { Outcome } from "@embedded-super/conformance/check/Check"
import { isAbn } from "@embedded-super/contracts/pure-checks"
import { notObserved, pass } from "@embedded-super/conformance/check/outcomes"
import { forEachDrawn } from "@embedded-super/conformance/run/forEachDrawn"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed } from "../shared/answers.ts"
import { known, live, matches, unknown } from "./offered.ts"
import { type Likeness, MOST_KEPT, nearMisses } from "./nearMisses.ts"

/**
 * A single match may be an employer of the fund by chance: one in many thousand valid ABNs is. Three of six aren't chance.
 */
const TOO_MANY = 3

/** A slow fund isn't kept waiting for long. */
const AT_ONCE = 5

const expected = '{"employer_found": false} for nearly all of them.'

/** Looks employers up, and returns the match that is one too many. */
const tooMany = (fund: FundUnderTest, abns: ReadonlyArray<string>): Effect.Effect<Answer | undefined> =>
  Effect.map(
    Effect.forEach(abns, (abn) => fund.lookUp({ abn }), { concurrency: AT_ONCE }),
    (answers) => answers.filter(matches)[TOO_MANY - 1]
  )

const base = { modes: ["dev", "certify"], appliesTo: live, level: "MUST", independent: true } as const

const former: FundCheck = {
  ...base,
  modes: ["dev", "certify", "probe"],
  restsOn: ["LOOKUP-2.5-6"],
  id: "LOOKUP-2.5-5",
  requirement: "R-1-24",
  title: "A former employer of the fund isn't found.",
  hint: "Match only employers whose default fund this is now: look at the end date of the relationship too.",
  run: (fund) =>
    Effect.gen(function* () {
      const abn = known(fund, "former_employer_abn")
      if (abn === undefined) return unknown("former_employer_abn")
      const answer = yield* fund.lookUp({ abn })
      return matches(answer)
        ? failed(answer, {
            cause: "The fund finds an employer that has left it (check.former_employer_abn).",
            expected: '{"employer_found": false}.',
            actual: "employer_found true."
          })
        : pass
    })
}

/** A draw of valid ABNs: nine digits, with the two check digits that fit. */
const anyAbn: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((number) => String(number).padStart(9, "0"))
  .map(
    (rest) => Array.from({ length: 90 }, (_, index) => `${index + 10}${rest}`).find(isAbn) ?? "51824753556"
  )

const anyone: FundCheck = {
  ...base,
  id: "LOOKUP-2.5-6",
  requirement: "R-1-24",
  also: ["R-1-25"],
  title: "Employers that have nothing to do with the fund aren't found.",
  hint: "Answer by a search, not by the form of the ABN. A mock that always answers true has to go.",
  run: (fund) =>
    Effect.gen(function* () {
      const answer = yield* tooMany(fund, fund.draw(anyAbn, 8))
      return answer === undefined
        ? pass
        : failed(answer, {
            cause: "The fund finds employers that were made up.",
            expected,
            actual: `${TOO_MANY} of 8 are found.`,
            root: "over-match"
          })
    })
}

interface Row {
  readonly number: number
  readonly likeness: Likeness
  readonly words: string
}

const rows: ReadonlyArray<Row> = [
  { number: 7, likeness: "beginning", words: "begin like the ABN of an employer of the fund" },
  { number: 8, likeness: "end", words: "end like the ABN of an employer of the fund" },
  { number: 9, likeness: "order", words: "have the digits of an employer's ABN in another order" }
]

const ofLikeness = (fund: FundUnderTest, { likeness, words }: Row): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const abn = known(fund, "matching_abn")
    if (abn === undefined) return unknown("matching_abn")
    return yield* forEachDrawn(
      fund.draws,
      fc.integer({ min: FEWEST_KEPT, max: MOST_KEPT }),
      (kept) =>
        Effect.gen(function* () {
          const others = nearMisses(abn, likeness, kept)
          if (others.length < TOO_MANY) return notObserved("Too few valid ABNs are like check.matching_abn.")
          const answer = yield* tooMany(fund, others)
          if (answer === undefined) return pass
          const place = likeness === "end" ? "last" : "first"
          const alike = likeness === "order" ? "" : `: their ${place} ${kept} digits are the employer's`
          return failed(answer, {
            cause: `The fund finds employers whose ABNs only ${words}.`,
            expected,
            actual: `${TOO_MANY} of ${others.length} are found${alike}.`,
            root: "over-match"
          })
        }),
      { cases: 0, first: [MOST_KEPT] }
    )
  })

/** Fewer digits are shared by chance. */
const FEWEST_KEPT = 3

const near: ReadonlyArray<FundCheck> = rows.map((row) => ({
  ...base,
  id: `LOOKUP-2.5-${row.number}`,
  requirement: "R-2.5-2",
  also: ["R-1-25"],
  title: `Employers aren't found if their ABNs only ${row.words}.`,
  hint: "Compare all eleven digits. A search by a beginning (LIKE '…%') or by the nine digits of a company number finds strangers.",
  run: (fund) => ofLikeness(fund, row)
}))

export const overMatch: ReadonlyArray<FundCheck> = [former, anyone, ...near]
