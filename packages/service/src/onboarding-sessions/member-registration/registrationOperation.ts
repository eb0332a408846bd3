/**
 * Member registration: makes the employee a member of the chosen fund. `Confirmation` and the abandonment policy
 * request the call (`FundCalls`); the worker of `funds/calls` gets the body from this operation (`memberProfile`),
 * sends it, and returns the fund's answer to it; `SessionOutcomes` then settles the session.
 *
 * Why here: `funds/` doesn't import sessions. It calls every operation by the port `DurableOperation`.
 *
 * The trap: preparing opens the tax file number, which is audited. It happens right before the call, and nothing of the
 * body is stored; a retry prepares it again. The body doesn't name the product: the profile does, and a newer one may name
 * another than the employee chose.
 */
import { MemberNumber } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { FundClient } from "../../funds/client/FundClient.ts"
import { memberRegistration } from "@embedded-super/rules/calls/FundOperation"
import {
  type CallSubject,
  type CallToPrepare,
  CannotPrepare,
  type DurableOperation,
  prepareWith
} from "../../funds/calls/DurableOperations.ts"
import { memberRefusal } from "../../employer-issues/memberRefusal.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { membershipOf, membershipWith } from "../super-selection/membership.ts"
import { registrationRequest } from "./memberProfile.ts"
import { RegistrationOutcome } from "../outcomeRules.ts"

const isMemberNumber = Schema.is(MemberNumber)

/** Why a registration can't be sent again: releasing it stops it once more. */
export const PAST_RETENTION =
  "The session is erased, or its tax file number is destroyed: its retention period has ended."

/** Member registration (Grow): sends the member profile, and settles the session with the outcome. */
export const registrationOperation = Effect.gen(function* () {
  const client = yield* FundClient
  const outcomes = yield* SessionOutcomes
  const sessionOf = ({ subjectId }: CallSubject) => subjectId as S.OnboardingSessionId

  const request = Effect.fnUntraced(function* (subject: CallToPrepare) {
    const { usi } = subject
    if (usi !== subject.fund.profile.operations.member_registration?.usi) {
      return yield* new CannotPrepare({
        words: `The employee chose the product ${usi}, and the fund's profile no longer registers members of it.`
      })
    }
    const profile = yield* outcomes.memberProfile(sessionOf(subject))
    if (Option.isNone(profile)) {
      return yield* new CannotPrepare({
        words: PAST_RETENTION
      })
    }
    const made = registrationRequest(profile.value, subject.fund.profile)
    if (Result.isSuccess(made)) return made.success
    const fields = made.failure.join(", ")
    return yield* new CannotPrepare({ words: `The session doesn't have what the fund requires: ${fields}.` })
  })

  const settled = (subject: CallSubject, outcome: RegistrationOutcome) =>
    outcomes.registrationSettled(sessionOf(subject), outcome)

  return {
    repeats: ({ profile }) => profile.idempotency ?? "ignored",
    prepare: prepareWith(client, memberRegistration, {
      request,
      done: (subject, answer) =>
        Effect.asVoid(settled(subject, RegistrationOutcome.Registered({ membership: membershipOf(answer) })))
    }),
    stopped: (subject, refusal) =>
      Effect.asVoid(
        settled(
          subject,
          refusal === null
            ? RegistrationOutcome.WithoutMemberNumber()
            : RegistrationOutcome.Refused({ refusal: memberRefusal(refusal) })
        )
      ),
    setAside: (subject) => outcomes.registrationSetAside(sessionOf(subject)),
    numberEntered: Effect.fnUntraced(function* (subject: CallSubject, number: string) {
      const membership = isMemberNumber(number) ? membershipWith(number) : null
      if (membership === null) {
        return yield* new CannotPrepare({ words: "it is no member number of 1 to 64 printable characters" })
      }
      const settlement = yield* settled(subject, RegistrationOutcome.Registered({ membership }))
      if (settlement === "nothing") {
        return yield* new CannotPrepare({ words: "its session is erased, or has a number already" })
      }
    })
  } satisfies DurableOperation
})
