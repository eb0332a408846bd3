import type { BodyRule } from "@embedded-super/http-manners"
import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EmbedBodyRules } from "./embed-sessions/EmbedBodyRules.ts"
import { EmployerDetails } from "./employer-details/EmployerDetails.ts"
import { agentRules } from "./employers/atoConnections.ts"
import { declarationRules } from "./employers/automations.ts"
import { termsRules } from "./employers/statements.ts"
import { intentRules } from "./onboarding-session-intents/intentInput.ts"
import { stepRules } from "./onboarding-sessions/employee-embed/stepInput.ts"
import { fundChoiceRules } from "./onboarding-sessions/super-selection/readChoice.ts"
import type { BodyRules, ReadableBody } from "./personal-data/bodyRules.ts"
import { dayInSydney } from "./personal-data/calendarDate.ts"

/**
 * The rules of the embed API's bodies that need nothing but the body, by operation. An operation applies its rules itself to
 * a body that fits its schema; here they are for a body that doesn't, so that a person gets all findings at once. The day
 * is that of true time: a sandbox whose clock was moved may judge a date of birth differently.
 */
const rules: Readonly<Record<string, BodyRules<never>>> = {
  ...stepRules,
  ...intentRules,
  chooseFund: fundChoiceRules,
  chooseDefaultFund: termsRules,
  confirmMatch: termsRules,
  saveAtoConnection: agentRules,
  saveAutomations: declarationRules
}

export const embedBodyRules = (operation: string): BodyRule | undefined => {
  const rule = rules[operation]
  if (rule === undefined) return undefined
  return (body) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      rule(body as ReadableBody<never>, dayInSydney(new Date(now)))
    )
}

/** The rules that depend on the embed that sends the body: what the employer's fund asks for. */
export const CallerRules = {
  layer: Layer.effect(
    EmbedBodyRules,
    Effect.gen(function* () {
      const details = yield* EmployerDetails
      return ({ app, entity_id, product_id }) =>
        (operation) =>
          app === "super_settings" && operation === "saveEmployerDetails"
            ? (body) =>
                details.findings(
                  { productId: product_id, employerId: entity_id as S.EmployerId },
                  body as ReadableBody<S.EmbedEmployerDetailsChange>
                )
            : undefined
    })
  )
}
