/**
 * The ports that folders declare because they must not import each other, with their implementations: the effect of an
 * embed's first opening and its view for each app, the rules of an embed's bodies, the details that an employer's fund asks
 * for, the durable calls to funds, and what this service lacks for live products. Each part comes from the folder of its subject.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BodyRule, BodyRules } from "@embedded-super/http-manners"
import { Ato } from "./ato/Ato.ts"
import { MatchLookups } from "./default-activate/MatchLookups.ts"
import { EmbedOpenings } from "./embed-sessions/EmbedSessions.ts"
import { detailsOffers, EmployerDetails } from "./employer-details/EmployerDetails.ts"
import { detailsOperation } from "./employer-details/detailsOperation.ts"
import { DetailsPending } from "./employers/settingsView.ts"
import { EmployerSettings } from "./employers/EmployerSettings.ts"
import { employersRepo } from "./employers/EmployersRepo.ts"
import { DurableOperations } from "./funds/calls/DurableOperations.ts"
import { FundClient } from "./funds/client/FundClient.ts"
import { IntentSteps } from "./onboarding-session-intents/IntentSteps.ts"
import { OnboardingSteps } from "./onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { TextMessages } from "./onboarding-sessions/phone-verification/PhoneVerification.ts"
import { registrationOperation } from "./onboarding-sessions/member-registration/registrationOperation.ts"
import { LiveParts } from "./partners/go-live/GoLiveChecklists.ts"
import { EmbedBodyRules } from "./embed-sessions/embedSecurity.ts"
import { agentRules } from "./employers/atoConnections.ts"
import { declarationRules } from "./employers/automations.ts"
import { termsOf, termsRules } from "./employers/statements.ts"
import { sessionBodyRules } from "./onboarding-sessions/employee-embed/EmployeeEmbed.http.ts"
import type { ReadableBody, PlacedFinding } from "./personal-data/Findings.ts"
import { Settings } from "./platform/config/Settings.ts"

/** The effect of an embed's first opening, and its view, for each app from the folder of its entity. */
export const AppOpenings = {
  layer: Layer.effect(
    EmbedOpenings,
    Effect.gen(function* () {
      const employers = yield* employersRepo
      const settings = yield* EmployerSettings
      const lookups = yield* MatchLookups
      const steps = yield* OnboardingSteps
      const intentSteps = yield* IntentSteps
      return EmbedOpenings.of({
        opened: (app, { id, productId }, at) => {
          switch (app) {
            case "onboarding":
              return steps.opened(productId, id as S.OnboardingSessionId)
            case "intent":
              return Effect.as(intentSteps.opened(productId, id as S.OnboardingSessionIntentId), undefined)
            case "super_settings":
            case "onboarding_intent":
              return Effect.as(employers.embedUsed(productId, id as S.EmployerId, at), undefined)
          }
        },
        beginLookup: lookups.begin,
        view: (app, { id, productId }) => {
          switch (app) {
            case "super_settings":
              return settings.view(productId, id as S.EmployerId)
            case "onboarding":
              return steps.view(productId, id as S.OnboardingSessionId)
            case "intent":
              return intentSteps.view(productId, id as S.OnboardingSessionIntentId)
          }
        }
      })
    })
  )
}

/** Whether an employer's fund asks for details that aren't saved yet. */
export const FundDetails = {
  layer: Layer.effect(
    DetailsPending,
    Effect.map(detailsOffers, ({ isPending }) => DetailsPending.of({ of: isPending }))
  )
}

/** The parts of this service that every live product uses. */
export const LiveProductParts = {
  layer: Layer.effect(
    LiveParts,
    Effect.gen(function* () {
      const hasTexts = (yield* TextMessages).isConfigured
      const hasAto = (yield* Ato).isConfigured({ sandboxed: false })
      return LiveParts.of({ hasTexts, hasAto })
    })
  )
}

/** The durable calls to funds, each from the folder of its subject. */
export const BusinessOperations = {
  layer: Layer.effect(
    DurableOperations,
    Effect.gen(function* () {
      return { member_registration: yield* registrationOperation, employer_details: yield* detailsOperation }
    })
  ).pipe(Layer.provide(FundClient.layer))
}

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
