import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MatchLookups } from "./default-activate/MatchLookups.ts"
import { EmbedOpenings } from "./embed-sessions/EmbedOpenings.ts"
import { employersRepo } from "./employers/EmployersRepo.ts"
import { IntentSteps } from "./onboarding-session-intents/intent-embed/IntentSteps.ts"
import { OnboardingSteps } from "./onboarding-sessions/employee-embed/OnboardingSteps.ts"

/** The effect of an embed's first opening, for each app from the folder of its entity. */
export const AppOpenings = {
  layer: Layer.effect(
    EmbedOpenings,
    Effect.gen(function* () {
      const employers = yield* employersRepo
      const lookups = yield* MatchLookups
      const steps = yield* OnboardingSteps
      const intentSteps = yield* IntentSteps
      return EmbedOpenings.of({
        opened: (app, { id, productId }, at) => {
          switch (app) {
            case "onboarding":
              return steps.opened(productId, id as S.OnboardingSessionId)
            case "intent":
              return intentSteps.opened(productId, id as S.OnboardingSessionIntentId)
            case "super_settings":
            case "onboarding_intent":
              return employers.embedUsed(productId, id as S.EmployerId, at)
          }
        },
        beginLookup: lookups.begin
      })
    })
  )
}
