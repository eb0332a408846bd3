/**
 * The ports that folders declare because they must not import each other, with their implementations: the effect of an
 * embed's first opening and its view for each app, the details that an employer's fund asks for, and the durable calls
 * to funds. Each part comes from the folder of its subject.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MatchLookups } from "./default-activate/MatchLookups.ts"
import { EmbedOpenings } from "./embed-sessions/EmbedSessions.ts"
import { detailsOffers } from "./employer-details/EmployerDetails.ts"
import { detailsOperation } from "./employer-details/detailsOperation.ts"
import { DetailsPending } from "./employers/settingsView.ts"
import { EmployerSettings } from "./employers/EmployerSettings.ts"
import { employersRepo } from "./employers/EmployersRepo.ts"
import { DurableOperations } from "./funds/calls/DurableOperations.ts"
import { FundClient } from "./funds/client/FundClient.ts"
import { IntentSteps } from "./onboarding-session-intents/intent-embed/IntentSteps.ts"
import { OnboardingSteps } from "./onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { registrationOperation } from "./onboarding-sessions/member-registration/registrationOperation.ts"

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

/** The durable calls to funds, each from the folder of its subject. */
export const BusinessOperations = {
  layer: Layer.effect(
    DurableOperations,
    Effect.gen(function* () {
      return { member_registration: yield* registrationOperation, employer_details: yield* detailsOperation }
    })
  ).pipe(Layer.provide(FundClient.layer))
}
