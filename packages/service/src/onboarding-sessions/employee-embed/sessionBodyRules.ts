import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { ReadableBody, PlacedFinding } from "../../personal-data/Findings.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { phoneRules } from "../phone-verification/verificationRules.ts"
import { nowOf } from "../SessionsRepo.ts"
import { FundChoices } from "../super-selection/FundChoices.ts"
import { stepRules } from "./stepInput.ts"
import { type OpenOnboarding, stepping } from "./stepping.ts"

type Rule = (
  body: ReadableBody<never>,
  open: OpenOnboarding,
  today: S.CalendarDate
) => Effect.Effect<ReadonlyArray<PlacedFinding>>

/**
 * The rules of the steps' bodies, by operation, for a body that doesn't fit its schema: the employee gets all findings
 * at once (D-employee-embed). A step applies the same rules to a body that fits. A session that has no such rules, or
 * doesn't exist, adds nothing.
 */
export const sessionBodyRules = Effect.gen(function* () {
  const { find } = yield* stepping
  const choices = yield* FundChoices

  const rules: Readonly<Record<string, Rule>> = {
    saveIdentity: (body, { session }, today) => Effect.succeed(stepRules.saveIdentity(body, session, today)),
    saveContact: (body, { session }, today) => Effect.succeed(stepRules.saveContact(body, session, today)),
    saveTax: (body, { session }, today) => Effect.succeed(stepRules.saveTax(body, session, today)),
    acceptDisclaimer: (body, { session }, today) =>
      Effect.succeed(stepRules.acceptDisclaimer(body, session, today)),
    requestVerificationCode: (body, { session }) => Effect.succeed(phoneRules(body, session).findings.errors),
    chooseFund: (body, open) => choices.findings(open, body)
  }

  return (productId: S.ProductId, id: S.OnboardingSessionId) => (operation: string) => {
    const rule = rules[operation]
    if (rule === undefined) return undefined
    return (body: ReadableBody<never>) =>
      Effect.gen(function* () {
        const open = yield* find(productId, id)
        return yield* rule(body, open, dayInSydney(yield* nowOf(open.session)))
      }).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed([])),
        databaseDefects
      )
  }
})
