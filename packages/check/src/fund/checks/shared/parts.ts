/**
 * A part of a registration that a fund refuses whatever else is in it: a field that is optional in its profile, or a TFN exemption.
 * Every check that sends such a part meets that one mistake, so all of them have one finding, which names the part.
 */
import type { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Failed } from "../../../check/Check.ts"
import { startDates } from "../../caller/synthetic.ts"
import type { Answer, FundUnderTest, Overrides } from "../../FundUnderTest.ts"
import { fields, withField } from "../schema/registrationFields.ts"
import { failed, isServerError, isSuccess } from "./answers.ts"

type Field = keyof MemberRegistrationRequest
type Person = Overrides<MemberRegistrationRequest>

export const howRefused = (answer: Answer): string =>
  isServerError(answer) ? "answers a server error to" : "refuses"

export const OPTIONAL_HINT =
  "Accept the field, or exclude it in your profile: then it is never sent. A field that the profile doesn't name has its default. A decoder that refuses unknown properties refuses every field that it doesn't list."

export const EXEMPTION_HINT =
  "Take tfn_exemption_type in place of tfn, with each of its four values; or set tfn_exemptions_accepted to false in the profile."

interface Part {
  readonly cause: string
  readonly root: string
  readonly hint: string
  /** Persons who have nothing special but this part. The fund takes it if it registers one of them. */
  readonly persons: ReadonlyArray<Person>
}

const optionalPart = (fund: FundUnderTest, field: Field): Part => {
  const values = fields.find((one) => one.field === field)?.enum ?? []
  return {
    cause: `a registration with the optional field ${field}`,
    root: "an optional field is refused",
    hint: OPTIONAL_HINT,
    persons: [
      withField(fund, field),
      ...values.map((value) => ({ [field]: value })),
      ...(field === "employment_start_date" ? startDates.map(([, date]) => ({ [field]: date })) : [])
    ]
  }
}

const exemption = ({ date_of_birth, tfn_exemption_type }: Person): Part => ({
  cause: `the TFN exemption ${String(tfn_exemption_type)}`,
  root: "a TFN exemption is refused",
  hint: EXEMPTION_HINT,
  persons: [{ tfn_exemption_type, ...(date_of_birth === undefined ? {} : { date_of_birth }) }]
})

/** The parts of a person that a plain one hasn't. */
const partsOf = (fund: FundUnderTest, person: Person): ReadonlyArray<Part> =>
  Object.entries(person).flatMap(([name, value]) => {
    const field = name as Field
    if (value === undefined || fund.takes(field) !== "optional") return []
    return [field === "tfn_exemption_type" ? exemption(person) : optionalPart(fund, field)]
  })

/** What a fund refuses, by the check that has it as its world: a hundred drawn persons ask for the same parts. */
const known = new WeakMap<FundUnderTest, Map<string, Failed | undefined>>()

const judged = (
  fund: FundUnderTest,
  { cause, hint, persons, root }: Part
): Effect.Effect<Failed | undefined> =>
  Effect.gen(function* () {
    let answer: Answer | undefined
    for (const person of persons) {
      const next = yield* fund.register(fund.member(person))
      if (isSuccess(next)) return undefined
      answer ??= next
    }
    return answer === undefined
      ? undefined
      : failed(answer, {
          cause: `The fund ${howRefused(answer)} ${cause}.`,
          expected: "2xx.",
          root,
          hint
        })
  })

/** The first of a refused person's parts that the fund refuses in any plain person; undefined if it is none of them. */
export const partRefused = (fund: FundUnderTest, person: Person): Effect.Effect<Failed | undefined> =>
  Effect.gen(function* () {
    const parts = partsOf(fund, person)
    if (parts.length === 0 || !isSuccess(yield* fund.register(fund.member()))) return undefined
    const before = known.get(fund) ?? new Map<string, Failed | undefined>()
    known.set(fund, before)
    for (const part of parts) {
      if (!before.has(part.cause)) before.set(part.cause, yield* judged(fund, part))
      const refused = before.get(part.cause)
      if (refused !== undefined) return refused
    }
    return undefined
  })
