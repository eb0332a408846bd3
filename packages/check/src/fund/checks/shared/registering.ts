/**
 * Registrations that a correct fund accepts. A fund that refuses one is asked to register a plain person as well: if it
 * refuses that one too, its mistake isn't what was special about the first. All such failures are one finding.
 */
import type { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Operation, Overrides } from "../../FundUnderTest.ts"
import { atLevel, failed, flaky, isRead, isSuccess, notReached, refusesCaller } from "./answers.ts"
import { howRefused, partRefused } from "./parts.ts"

export type Field = keyof MemberRegistrationRequest
export type Person = Overrides<MemberRegistrationRequest>

/** For `appliesTo` of checks that register persons. */
export const registers: NonNullable<FundCheck["appliesTo"]> = (fund) => {
  if (fund.addressOf("registration") === undefined) return "The fund offers no registration by API."
  return (
    fund.callable().some(({ operation }) => operation === "registration") ||
    "A probe registers nobody unless the profile has check.probe_registration: true and a check.synthetic_member."
  )
}

export const nouns: { readonly [O in Operation]: string } = {
  registration: "registration",
  lookup: "lookup",
  details: "delivery of employer details"
}

/** A no match that is answered as an error, whichever check meets it. */
export const NOT_FOUND = {
  cause: "The fund answers 404 in place of a lookup's result.",
  expected: "200, or another 2xx, with employer_found, true or false.",
  root: "a lookup is answered 404",
  hint: 'Answer 200 with {"employer_found": false}: that an employer isn\'t found is a result, and no error. Frameworks often turn a missing row into a 404.'
}

/** How the fund treats a call in good order, completing "The fund … a valid registration", and what to do. */
const refusals = {
  unanswered: ["doesn't answer", "Look in your log for why this call has no whole answer."],
  broken: [
    "answers a server error to",
    "Look in your log for the error that this call ran into: it is in good order."
  ],
  stranger: [
    "refuses the credentials of",
    "Look in your log for why this call's credentials are refused, and compare them with what the kit calls with (AUTH-5-18)."
  ],
  refused: [
    "refuses",
    "Look in your log for the rule that refused this call: its body fits the specification and your profile. Loosen the rule, or name what you require in the profile."
  ]
} as const

const refusalOf = (answer: Answer): keyof typeof refusals => {
  const { failure, status } = answer
  if (status === null || failure !== null) return "unanswered"
  if (status >= 500) return "broken"
  return refusesCaller(answer) ? "stranger" : "refused"
}

const refusedCause = (how: string, operation: Operation): string =>
  `The fund ${how} a valid ${nouns[operation]}.`

/** What to do about each of them, by its sentence: every check that meets one says the same. */
export const refusalFixes = (operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(refusals).map(([how, hint]) => [refusedCause(how, operation), hint]))

/** The outcome for a call in good order that isn't answered 2xx. */
export const validRefused = (operation: Operation, answer: Answer): Outcome => {
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  if (operation === "lookup" && answer.failure === null && answer.status === 404)
    return failed(answer, NOT_FOUND)
  const [how] = refusals[refusalOf(answer)]
  return failed(answer, {
    cause: refusedCause(how, operation),
    expected: "2xx.",
    root: `a valid ${operation} isn't answered 2xx`
  })
}

/**
 * A person whose name and date of birth are fixed may be a member since an earlier run. Whether a fund may refuse members
 * is REGISTER-4.2-3's matter.
 */
const KNOWN = notObserved("The fund answers 409 to this person, as to one who is a member already.")

/** 2xx alone doesn't show that somebody was registered. */
const NOT_READ = notObserved("The answer to the registration can't be read: see SCHEMA-2.4-1.")

/** A probe registers the same person each time. */
const isKnownPerson = ({ mode }: FundUnderTest, { status }: Answer): boolean =>
  mode === "probe" && status === 409

/** The answer to a registration in good order, or the outcome if it can't be judged further. */
export const registered = (
  fund: FundUnderTest,
  person: Person = {}
): Effect.Effect<{ readonly answer: Answer } | { readonly outcome: Outcome }> =>
  Effect.gen(function* () {
    const answer = yield* fund.register(fund.member(taken(fund, person)))
    if (isSuccess(answer)) return { answer }
    if (isKnownPerson(fund, answer)) return { outcome: KNOWN }
    return { outcome: (yield* partRefused(fund, person)) ?? validRefused("registration", answer) }
  })

/** The fields that the fund takes, of those given. */
export const taken = (fund: FundUnderTest, person: Person): Person =>
  Object.fromEntries(
    Object.entries(person).filter(
      ([field, value]) => value === undefined || fund.takes(field as Field) !== "excluded"
    )
  )

/**
 * A person with a tax file number wherever the fund takes one, also where it is optional: by law nobody has to give it, and a
 * fund that gets it must keep it to itself. In production it is the person whom the profile names.
 */
export const withTfn = (fund: FundUnderTest, person: Person = {}) =>
  fund.member(
    fund.mode === "probe" || fund.takes("tfn") === "excluded" ? person : { tfn: fund.tfn(), ...person }
  )

export interface Special {
  readonly person: Person
  /** The unusual part, completing "The fund refuses …". */
  readonly what: string
  /** A person without it; by default a plain one. */
  readonly plain?: Person
  /** Set if the description leaves the choice to the fund: a refusal is only a warning, and nothing else rests on the call. */
  readonly level?: "SHOULD"
}

/** Registers a person whom every fund has to accept. `judge` looks at the answer if it did. */
export const judgeRegistered = (
  fund: FundUnderTest,
  { level, person, plain = {}, what }: Special,
  judge: (answer: Answer) => Outcome = () => pass
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const body = fund.member(taken(fund, person))
    const options = { suggested: level !== undefined }
    const answer = yield* fund.register(body, options)
    if (isSuccess(answer)) {
      const outcome = judge(answer)
      return outcome.verdict !== "pass" || isRead(answer) ? atLevel(level ?? "MUST", outcome) : NOT_READ
    }
    const unsent = notReached(answer)
    if (unsent !== undefined) return unsent
    const other = yield* registered(fund, plain)
    if ("outcome" in other) return other.outcome
    if (answer.status === 409) return KNOWN
    if (isSuccess(yield* fund.register(body, options))) return flaky(answer)
    const part = yield* partRefused(fund, person)
    if (part !== undefined) return atLevel(level ?? "MUST", part)
    const how = howRefused(answer)
    return atLevel(level ?? "MUST", failed(answer, { cause: `The fund ${how} ${what}.`, expected: "2xx." }))
  })
