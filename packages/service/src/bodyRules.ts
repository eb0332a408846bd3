import type { BodyRule, BodyRules } from "@embedded-super/http-manners"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EmbedBodyRules } from "./embed-sessions/embedSecurity.ts"
import { EmployerDetails } from "./employer-details/EmployerDetails.ts"
import { agentRules } from "./employers/atoConnections.ts"
import { declarationRules } from "./employers/automations.ts"
import { EmployerSettings } from "./employers/EmployerSettings.ts"
import { termsOf, termsRules } from "./employers/statements.ts"
import { IntentSteps } from "./onboarding-session-intents/IntentSteps.ts"
import { sessionBodyRules } from "./onboarding-sessions/employee-embed/EmployeeEmbed.http.ts"
import type { ReadableBody, PlacedFinding } from "./personal-data/Findings.ts"
import { Settings } from "./platform/config/Settings.ts"

/**
 * The rules of the embed API's bodies that need nothing but the body, by operation. An operation applies its rules itself to
 * a body that fits its schema; here they are for a body that doesn't, so that a person gets all findings at once.
 */
const rules: Readonly<Record<string, (body: ReadableBody<never>) => ReadonlyArray<PlacedFinding>>> = {
  saveAtoConnection: agentRules,
  saveAutomations: declarationRules
}

export const embedBodyRules = (operation: string): BodyRule | undefined => {
  const rule = rules[operation]
  return rule && ((body) => Effect.sync(() => rule(body as ReadableBody<never>)))
}

/**
 * The rules that depend on the embed that sends the body, or on the instance: on stored data, on the requirements of
 * the employer's fund, and on the operator's terms.
 */
export const CallerRules = {
  layer: Layer.effect(
    EmbedBodyRules,
    Effect.gen(function* () {
      const details = yield* EmployerDetails
      const settings = yield* EmployerSettings
      const intents = yield* IntentSteps
      const ofSession = yield* sessionBodyRules
      const ofMatch = termsRules(termsOf((yield* Settings).instance))

      const ofEmployer =
        (productId: S.ProductId, employerId: S.EmployerId) =>
        (operation: string): BodyRule | undefined => {
          if (operation === "saveEmployerDetails")
            return (body) =>
              details.findings({ productId, employerId }, body as ReadableBody<S.EmbedEmployerDetailsChange>)
          if (operation === "confirmMatch") {
            return (body) => Effect.sync(() => ofMatch(body as ReadableBody<S.EmbedMatchConfirmation>))
          }
          return operation === "chooseDefaultFund"
            ? (body) => settings.choiceFindings(productId, body as ReadableBody<S.EmbedDefaultFundChoice>)
            : undefined
        }

      return ({ app, entity_id, product_id }) => {
        switch (app) {
          case "super_settings":
            return ofEmployer(product_id, entity_id as S.EmployerId)
          case "intent":
            return intents.findings(product_id, entity_id as S.OnboardingSessionIntentId) as BodyRules
          case "onboarding":
            return ofSession(product_id, entity_id as S.OnboardingSessionId) as BodyRules
        }
      }
    })
  )
}
