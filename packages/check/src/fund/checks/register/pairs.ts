/**
 * Two persons who have much in common. A fund that takes them for one gives one person's member number to the other, whose
 * contributions then go to a stranger's account. They always differ in first name, tax file number and e-mail address, except
 * for what a pair shares.
 */
import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isSuccess, warned } from "../shared/answers.ts"
import { type Field, type Person, registered, registers, taken, withTfn } from "../shared/registering.ts"
import { memberNumberIn, sameNumberAs, usableNumberIn } from "./memberNumbers.ts"

const ADDRESS = ["address_line_1", "locality", "postcode", "state"] as const

interface Pair {
  readonly id: string
  /** Completes "two persons with the same …". */
  readonly noun: string
  readonly shared: ReadonlyArray<Field>
  readonly hint: string
}

const pairs: ReadonlyArray<Pair> = [
  {
    id: "REGISTER-4.2-6",
    noun: "e-mail address",
    shared: ["email"],
    hint: "Never recognise a person by the e-mail address alone: couples and families share one. Compare the tax file number, or the name and the date of birth."
  },
  {
    id: "REGISTER-2.4-9",
    noun: "family name, date of birth, phone number and address",
    shared: ["family_name", "date_of_birth", "phone_number", ...ADDRESS],
    hint: "Twins are two persons: compare the first name too, or the tax file number. An index on the family name and the date of birth takes them for one."
  },
  {
    id: "REGISTER-2.4-10",
    noun: "family name, e-mail address, phone number and address",
    shared: ["family_name", "email", "phone_number", ...ADDRESS],
    hint: "Couples are two persons: compare the date of birth and the first name, or the tax file number."
  },
  {
    id: "REGISTER-2.4-11",
    noun: "phone number",
    shared: ["phone_number"],
    hint: "Never recognise a person by the phone number: families and workplaces share one. Compare the tax file number, or the name and the date of birth."
  },
  {
    id: "REGISTER-2.4-12",
    noun: "address",
    shared: [...ADDRESS],
    hint: "Never recognise a person by the address: people live together. Compare the tax file number, or the name and the date of birth."
  }
]

const unique = (): string => crypto.randomUUID().slice(0, 13)

/** Each value in two forms: of one person, and of another. Family names are made up for each. */
const forms: readonly [() => Person, () => Person] = [
  () => ({
    first_name: "Robin",
    date_of_birth: "1979-04-11",
    email: `fund-check.one.${unique()}@example.com`,
    phone_number: "+61491570156",
    address_line_1: "88 George Street",
    locality: "Sydney",
    postcode: "2000",
    state: "NSW"
  }),
  () => ({
    first_name: "Toni",
    date_of_birth: "1983-09-26",
    email: `fund-check.other.${unique()}@example.com`,
    phone_number: "+61491574632",
    address_line_1: "12 Collins Street",
    locality: "Melbourne",
    postcode: "3000",
    state: "VIC"
  })
]

const judge = (fund: FundUnderTest, { noun, shared }: Pair): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const one = withTfn(fund, taken(fund, forms[0]()))
    const common = Object.fromEntries(shared.map((field) => [field, one[field]]))
    const other = withTfn(fund, taken(fund, { ...forms[1](), ...common }))
    const first = yield* fund.register(one)
    if (!isSuccess(first)) {
      const plain = yield* registered(fund)
      return "outcome" in plain
        ? plain.outcome
        : notObserved("The fund doesn't register the first of the two.")
    }
    const answer = yield* fund.register(other, { suggested: true })
    if (!isSuccess(answer)) {
      const plain = yield* registered(fund)
      return "outcome" in plain
        ? plain.outcome
        : warned(answer, {
            cause: `The fund refuses a person whose ${noun} another member has.`,
            expected: "2xx with a member number of its own."
          })
    }
    const number = usableNumberIn(answer)
    if (number === undefined) return notObserved("The answer has no usable member number.")
    return number === memberNumberIn(first)
      ? failed(answer, {
          cause: `The fund takes two persons with the same ${noun} for one member.`,
          expected: "A member number of its own for each of them.",
          actual: sameNumberAs(first)
        })
      : pass
  })

/** Whether the fund can tell the two apart, and takes the fields that they share. */
const applies = (fund: FundUnderTest, { shared }: Pair): true | string => {
  const may = registers(fund)
  if (may !== true) return may
  const missing = shared.find((field) => fund.takes(field) === "excluded")
  if (missing !== undefined) return `The profile excludes the field ${missing}.`
  const marks = (["tfn", "first_name"] as const).filter((field) => fund.takes(field) !== "excluded")
  return (
    marks.length > 0 ||
    "The fund takes neither tax file numbers nor first names, by which these persons differ."
  )
}

/** Pairs with less in common: a fund that takes those for one takes these for one, too. */
const within = (pair: Pair): ReadonlyArray<string> =>
  pairs
    .filter((other) => other !== pair && other.shared.every((field) => pair.shared.includes(field)))
    .map(({ id }) => id)

export const sharedMarks: ReadonlyArray<FundCheck> = pairs.map((pair) => ({
  id: pair.id,
  level: "MUST",
  requirement: "R-2.4-3",
  title: `Two persons with the same ${pair.noun} have two member numbers.`,
  hint: pair.hint,
  modes: ["dev", "certify"],
  independent: true,
  restsOn: ["REGISTER-2.4-6", ...within(pair)],
  appliesTo: (fund) => applies(fund, pair),
  run: (fund) => judge(fund, pair)
}))
