import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { detailsOperation } from "./employer-details/detailsOperation.ts"
import { DurableOperations } from "./funds/calls/DurableOperations.ts"
import { FundClient } from "./funds/client/FundClient.ts"
import { registrationOperation } from "./onboarding-sessions/member-registration/registrationOperation.ts"

/** The durable calls to funds, each from the folder of its subject. */
export const BusinessOperations = {
  layer: Layer.effect(
    DurableOperations,
    Effect.gen(function* () {
      return { member_registration: yield* registrationOperation, employer_details: yield* detailsOperation }
    })
  ).pipe(Layer.provide(FundClient.layer))
}
