/** Which of its optional fields a registration has: each of them alone, all together, and any of them (R-2.3-17). */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type { Failed, Outcome } from "../../../check/Check.ts"
import { joined } from "../../../report/words.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { registerDrawn } from "../shared/drawing.ts"
import {
  type Field,
  judgeRegistered,
  type Person,
  registered,
  registers,
  type Special
} from "../shared/registering.ts"
import { START_DATE_HINT, startDates } from "../../caller/synthetic.ts"
import { OPTIONAL_HINT } from "../shared/parts.ts"
import { fields, optional, values, VALUES_HINT, withField } from "./registrationFields.ts"

const shared = {
  level: "MUST",
  requirement: "R-2.3-17",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

export const requiredOnlyAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-2",
  title: "The fund registers a person with the fields alone that its profile requires.",
  hint: "Make every field optional in your validation that the profile doesn't name as required, or name it as required there.",
  run: (fund) =>
    Effect.gen(function* () {
      const outcome = yield* judgeRegistered(fund, {
        person: {},
        plain: values,
        what: "a registration with the required fields alone"
      })
      if (outcome.verdict !== "fail" || outcome.root !== undefined) return outcome
      for (const field of optional(fund)) {
        const result = yield* registered(fund, withField(fund, field))
        if ("answer" in result)
          return { ...outcome, cause: `The fund refuses a registration without the optional field ${field}.` }
      }
      return outcome
    })
}

/** Of each field, whether a registration has it. */
type Chosen = Readonly<Partial<Record<Field, boolean>>>

const choose = (names: ReadonlyArray<Field>, isChosen: (field: Field) => boolean): Chosen =>
  Object.fromEntries(names.map((field) => [field, isChosen(field)]))

const anyOf = (names: ReadonlyArray<Field>): fc.Arbitrary<Chosen> =>
  fc.record(Object.fromEntries(names.map((field) => [field, fc.boolean()])))

/** An exemption replaces the tax file number, also where that is optional. */
const personWith = (fund: FundUnderTest, chosen: ReadonlyArray<Field>): Person => {
  const isExempt = chosen.includes("tfn_exemption_type")
  const parts = chosen.map((field) =>
    field === "tfn_exemption_type"
      ? { tfn_exemption_type: "not_quoted" }
      : field === "tfn" && isExempt
        ? {}
        : withField(fund, field)
  )
  return Object.assign({}, ...parts) as Person
}

/** More fields than these aren't the reason each. */
const MOST_NAMED = 4

const whatOf = (chosen: ReadonlyArray<Field>, all: ReadonlyArray<Field>): string => {
  if (chosen.length === 0) return "a registration with the required fields alone"
  if (chosen.length === 1) return `a registration with the optional field ${chosen[0]}`
  if (chosen.length <= MOST_NAMED) return `a registration with ${joined(chosen, "and")} together`
  return chosen.length === all.length
    ? "a registration with every field that its profile takes"
    : `a registration with ${chosen.length} of its optional fields together`
}

const specialOf =
  (fund: FundUnderTest, names: ReadonlyArray<Field>) =>
  (drawn: Chosen): Special => {
    const chosen = names.filter((field) => drawn[field] === true)
    return { person: personWith(fund, chosen), what: whatOf(chosen, names) }
  }

export const everythingAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-3",
  also: [
    "R-2.3-1",
    "R-2.3-2",
    "R-2.3-3",
    "R-2.3-4",
    "R-2.3-5",
    "R-2.3-6",
    "R-2.3-7",
    "R-2.3-8",
    "R-2.3-9",
    "R-2.3-10",
    "R-2.3-11",
    "R-2.3-12",
    "R-2.3-13",
    "R-2.3-14",
    "R-2.3-15",
    "R-2.3-16"
  ],
  title: "The fund registers a person with every field that its profile takes.",
  restsOn: ["SCHEMA-2.3-4"],
  hint: "Accept each field that your profile doesn't exclude, with every value that it may have, or exclude the field in your profile: then it is never sent.",
  run: (fund) => {
    const names = optional(fund)
    return registerDrawn(fund, anyOf(names), specialOf(fund, names), {
      cases: 0,
      first: [choose(names, () => true)]
    })
  }
}

/** A fund that refuses the usual value of a field, and takes another: then the value is the mistake, not the field. */
const namedByValue = (fund: FundUnderTest, field: Field, outcome: Failed): Effect.Effect<Failed> => {
  if (outcome.root !== undefined) return Effect.succeed(outcome)
  const value = withField(fund, field)[field]
  if (fields.some((one) => one.field === field && one.enum !== undefined))
    return Effect.succeed({
      ...outcome,
      cause: outcome.cause.replace(/a registration with the optional field .*/, `the ${field} ${value}.`),
      hint: VALUES_HINT
    })
  return field === "employment_start_date" ? namedByDate(fund, outcome) : Effect.succeed(outcome)
}

const namedByDate = (fund: FundUnderTest, outcome: Failed): Effect.Effect<Failed> =>
  Effect.gen(function* () {
    for (const [what, employment_start_date] of startDates) {
      const result = yield* registered(fund, { employment_start_date })
      if ("outcome" in result)
        return { ...outcome, cause: `The fund refuses ${what}.`, hint: START_DATE_HINT }
    }
    return outcome
  })

export const optionalAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-4",
  title: "The fund registers a person with each of the fields that are optional in its profile.",
  hint: OPTIONAL_HINT,
  run: (fund) =>
    together(optional(fund), (field) =>
      Effect.flatMap(
        judgeRegistered(fund, {
          person: withField(fund, field),
          what: `a registration with the optional field ${field}`
        }),
        (outcome): Effect.Effect<Outcome> =>
          outcome.verdict === "fail" ? namedByValue(fund, field, outcome) : Effect.succeed(outcome)
      )
    )
}

export const combinationsAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-7",
  title: "The fund registers a person with any combination of the fields that its profile takes.",
  hint: "Validate each field for itself. What a person has collected decides which optional fields are there; a TFN exemption comes with any of them.",
  restsOn: ["SCHEMA-2.3-2", "SCHEMA-2.3-3", "SCHEMA-2.3-4", "REGISTER-2.3-12"],
  run: (fund) => {
    const names: ReadonlyArray<Field> = [
      ...optional(fund),
      ...(fund.takes("tfn_exemption_type") === "excluded" ? [] : (["tfn_exemption_type"] as const))
    ]
    // Each two fields are there together in the first, and in one of the others each is there without the other.
    const first = [
      choose(names, () => true),
      ...names.map((left) => choose(names, (field) => field !== left))
    ]
    return registerDrawn(fund, anyOf(names), specialOf(fund, names), {
      cases: fund.mode === "certify" ? 30 : 6,
      first
    })
  }
}
