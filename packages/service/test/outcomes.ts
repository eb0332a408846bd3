/** A session as its partner reads it, and the outcomes of its member registration. */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { OnboardingSessions } from "../src/onboarding-sessions/OnboardingSessions.ts"
import { RegistrationOutcome } from "../src/onboarding-sessions/outcomeRules.ts"
import { SessionOutcomes } from "../src/onboarding-sessions/SessionOutcomes.ts"
import { FundChoices } from "../src/onboarding-sessions/super-selection/FundChoices.ts"
import { Confirmation } from "../src/onboarding-sessions/employee-embed/Confirmation.ts"
import { products } from "./TestFunds.ts"
import { anEmployer, aSession, type Session, walkTo } from "./TestOnboarding.ts"

type Known = Pick<Session, "id" | "productId">

export const readSession = ({ id, productId }: Known) =>
  Effect.flatMap(OnboardingSessions, (sessions) =>
    Effect.map(sessions.get(productId, id), ({ data }) => data)
  )

export const stateOf = (session: Known) =>
  Effect.map(readSession(session), ({ data_delivery_state }) => data_delivery_state)

/** The fund registered the employee under this number. */
export const registered = (member_number = "0012345678") =>
  RegistrationOutcome.Registered({
    membership: { member_number: member_number as S.MemberNumber, account_number: null, fund_details: [] }
  })

export const withoutNumber = RegistrationOutcome.WithoutMemberNumber()

/** Reports the outcome as the worker that calls the funds does. */
export const settle = ({ id }: Pick<Session, "id">, outcome: RegistrationOutcome) =>
  Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.registrationSettled(id, outcome))

/** A session that waits for its fund alone: the employee has confirmed, and the choice form is made. */
export const aWaitingSession = Effect.fnUntraced(function* (...parameters: Parameters<typeof aSession>) {
  const session = yield* aSession(...parameters)
  yield* walkTo(session, "finished")
  return session
})

/**
 * A confirmed session whose choice needs no registration: the employer completes the membership with its default fund.
 */
export const aConfirmedDefault = Effect.gen(function* () {
  const session = yield* aSession({}, yield* anEmployer(products.banksia.id))
  yield* walkTo(session, "super_selection")
  const funds = yield* FundChoices
  const { id, productId } = session
  const { display_id } = yield* funds.choices(productId, id)
  yield* funds.choose(productId, id, { source: "employer_default", display_id })
  yield* (yield* Confirmation).confirm(productId, id, { confirmed: true })
  return session
})
