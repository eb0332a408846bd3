import { isAbn } from "@embedded-super/contracts/pure-checks"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { type Failed, type Outcome, notObserved, pass } from "../../../check/Check.ts"
import { forEachDrawn } from "../../../run/forEachDrawn.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isClientError, refusesCaller, together, worst } from "../shared/answers.ts"
import { known, lacksAbns, live, matches, saysNoMatch, undecided } from "./match.ts"
import { type Likeness, MOST_KEPT, nearMisses, invalidAbns } from "./nearMisses.ts"

/**
 * A single match may be an employer of the fund by chance: one in many thousand valid ABNs is. Three of six aren't chance.
 */
const TOO_MANY = 3

/** A slow fund isn't kept waiting for long. */
const AT_ONCE = 5

const expected = '{"employer_found": false} for nearly all of them.'

/** Looks employers up. Passes only if so many answers say that there is no match that too many can't be found. */
const lookingUp = (
  fund: FundUnderTest,
  abns: ReadonlyArray<string>,
  tooMany: (answer: Answer) => Failed
): Effect.Effect<Outcome> =>
  Effect.map(
    Effect.forEach(abns, (abn) => fund.lookUp({ abn }), { concurrency: AT_ONCE }),
    (answers) => {
      const found = answers.filter(matches)
      const last = found[TOO_MANY - 1]
      if (last !== undefined) return tooMany(last)
      const open = answers.filter((answer) => !matches(answer) && !saysNoMatch(answer))
      return found.length + open.length < TOO_MANY ? pass : worst(open.map(undecided))
    }
  )

/** A fund that mixes up lookups of the same time answers one of these for an employer that another check asks for. */
const MIXED = "LIMITS-2.5-1"

const base = {
  modes: ["dev", "certify"],
  appliesTo: live,
  level: "MUST",
  independent: true,
  restsOn: [MIXED]
} as const

const former: FundCheck = {
  ...base,
  modes: ["dev", "certify", "probe"],
  restsOn: ["LOOKUP-2.5-6", MIXED],
  id: "LOOKUP-2.5-5",
  requirement: "R-1-24",
  lacks: lacksAbns("former_employer_abn"),
  title: "A former employer of the fund isn't found.",
  hint: "Match only employers whose default fund this is now: look at the end date of the relationship too.",
  run: (fund) =>
    Effect.gen(function* () {
      const answer = yield* fund.lookUp({ abn: known(fund, "former_employer_abn") })
      if (saysNoMatch(answer)) return pass
      return matches(answer)
        ? failed(answer, {
            cause: "The fund finds an employer that has left it (check.former_employer_abn).",
            expected: '{"employer_found": false}.',
            actual: "employer_found true."
          })
        : undecided(answer)
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
    lookingUp(fund, fund.draw(anyAbn, 8), (answer) =>
      failed(answer, {
        cause: "The fund finds employers that were made up.",
        expected,
        actual: `${TOO_MANY} of 8 are found.`,
        root: "over-match"
      })
    )
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

/** Of an ABN with fewer different digits, too few other orders are valid ABNs. */
const FEWEST_DIGITS = "six"

/** The employer's ABN is there, and enough valid ABNs are like it. */
const lacksLike =
  (likeness: Likeness): NonNullable<FundCheck["lacks"]> =>
  (fund) => {
    const abn = known(fund, "matching_abn")
    if (abn === undefined) return lacksAbns("matching_abn")(fund)
    return nearMisses(abn, likeness).length < TOO_MANY
      ? `Fewer than ${TOO_MANY} valid ABNs are like check.matching_abn. Name another employer there, whose ABN has ${FEWEST_DIGITS} or more different digits.`
      : undefined
  }

const ofLikeness = (fund: FundUnderTest, { likeness, words }: Row): Effect.Effect<Outcome> =>
  forEachDrawn(
    fund.draws,
    fc.integer({ min: FEWEST_KEPT, max: MOST_KEPT }),
    (kept) => {
      const others = nearMisses(known(fund, "matching_abn") ?? "", likeness, kept)
      const place = likeness === "end" ? "last" : "first"
      const alike = likeness === "order" ? "" : `: their ${place} ${kept} digits are the employer's`
      return lookingUp(fund, others, (answer) =>
        failed(answer, {
          cause: `The fund finds employers whose ABNs only ${words}.`,
          expected,
          actual: `${TOO_MANY} of ${others.length} are found${alike}.`,
          root: "over-match"
        })
      )
    },
    { cases: 0, first: [MOST_KEPT] }
  )

/** Fewer digits are shared by chance. */
const FEWEST_KEPT = 3

const near: ReadonlyArray<FundCheck> = rows.map((row) => ({
  ...base,
  id: `LOOKUP-2.5-${row.number}`,
  requirement: "R-2.5-2",
  also: ["R-1-25"],
  title: `Employers aren't found if their ABNs only ${row.words}.`,
  hint: "Compare all eleven digits. A search by a beginning (LIKE '…%') or by the nine digits of a company number finds strangers.",
  lacks: lacksLike(row.likeness),
  run: (fund) => ofLikeness(fund, row)
}))

/** Nobody has such an ABN, so that one match is enough. A fund may refuse it as well. */
const ofInvalidAbn = (fund: FundUnderTest, abn: string, words: string): Effect.Effect<Outcome> =>
  Effect.map(fund.lookUp({ abn }), (answer) => {
    if (matches(answer))
      return failed(answer, {
        cause: `The fund finds an employer by ${words} of its ABN alone.`,
        expected: '400, or {"employer_found": false}: the check digits are wrong, so nobody has this ABN.',
        actual: "employer_found true.",
        root: "over-match"
      })
    const isRefused = isClientError(answer) && !refusesCaller(answer)
    return saysNoMatch(answer) || isRefused ? pass : undecided(answer)
  })

const byPartOfAbn: FundCheck = {
  ...base,
  id: "LOOKUP-2.5-13",
  requirement: "R-2.5-2",
  also: ["R-1-25"],
  title: "An employer isn't found by nine or ten digits of its ABN.",
  hint: "Compare all eleven digits. The last nine are a company's number (ACN): a search by it, or by a beginning, also finds numbers that are mistyped.",
  lacks: lacksAbns("matching_abn"),
  run: (fund) =>
    Effect.gen(function* () {
      const abn = known(fund, "matching_abn") ?? ""
      // A fund that finds nobody doesn't find these either.
      if (!matches(yield* fund.lookUp({ abn })))
        return notObserved("The fund doesn't find the employer itself (check.matching_abn).")
      return yield* together(invalidAbns(abn), (other) => ofInvalidAbn(fund, other.abn, other.words))
    })
}

export const overMatch: ReadonlyArray<FundCheck> = [former, anyone, ...near, byPartOfAbn]
