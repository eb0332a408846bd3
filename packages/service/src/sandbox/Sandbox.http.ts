/**
 * The sandbox operations: in one call and without a browser, a partner plays an employee, an employer, the ATO or an
 * issue of a sandboxed product (D-sandbox-products). Most services are in the folder of their subject:
 * `SimulatedEmployee`, `simulatedEmployers`, `SimulatedIntents`, `simulatedIssues`. `simulatedMatches` is in this folder.
 *
 * Why no mocks: the services make their changes with the same code as the embeds, so the partner gets the same
 * webhooks.
 *
 * The trap: the handler is the guard. It takes its product from `sandboxedProduct`, never from `callerProduct`, because
 * most of the services don't check that the product is sandboxed. A request with an Idempotency-Key is one transaction,
 * but the ATO is asked, and a lookup awaited, outside of transactions. So `SimulatedEmployee.advance` and
 * `simulatedMatches.play` leave the transaction, and a failure keeps the steps before it.
 */

import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { NotFound } from "@embedded-super/contracts/problems"
import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { simulatedIssues } from "../employer-issues/simulatedIssues.ts"
import { simulatedEmployers } from "../employers/simulatedEmployers.ts"
import { SimulatedIntents } from "../onboarding-session-intents/SimulatedIntents.ts"
import { SimulatedEmployee } from "../onboarding-sessions/simulated-employee/SimulatedEmployee.ts"
import { answer, createdAnswer, taggedAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { callerProduct } from "../platform/ids/ApiKey.ts"
import { simulatedMatches } from "./simulatedMatches.ts"

/** The product of the API key; for a live product, these operations fail as not found. */
const sandboxedProduct: Effect.Effect<ProductId, NotFound, ApiKeyPrincipal> = Effect.flatMap(
  ApiKeyPrincipal,
  ({ sandboxed }) =>
    sandboxed
      ? callerProduct
      : Effect.fail(
          new NotFound({ code: "not_found", detail: "Only sandboxed products have this operation." })
        )
)

export const SandboxHttp = HttpApiBuilder.group(
  PartnerApi,
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const employers = yield* simulatedEmployers
    const employees = yield* SimulatedEmployee
    const intents = yield* SimulatedIntents
    const issues = yield* simulatedIssues
    const matches = yield* simulatedMatches
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      advanceOnboardingSession: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* employees.advance(yield* sandboxedProduct, params.id, payload))
      }),
      setSimulatedStapling: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* employers.setStapling(yield* sandboxedProduct, params.id, payload))
      }),
      setSimulatedDefaultFund: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* employers.setDefaultFund(yield* sandboxedProduct, params.id, payload))
      }),
      playEmployerMatch: Effect.fnUntraced(function* ({ params, payload }) {
        return answer(yield* matches.play(yield* sandboxedProduct, params.id, payload))
      }),
      openSimulatedEmployerIssue: Effect.fnUntraced(function* ({ params, payload }) {
        const made = yield* issues.open(yield* sandboxedProduct, params.id, payload)
        return createdAnswer(made, `${baseUrl}/api/v1/employer-issue/${made.data.id}`)
      }),
      startSimulatedIntent: Effect.fnUntraced(function* ({ params, payload }) {
        const made = yield* intents.start(yield* sandboxedProduct, params.id, payload ?? {})
        return createdAnswer(made, `${baseUrl}/api/v1/onboarding-session-intent/${made.data.id}`)
      }),
      completeOnboardingSessionIntent: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* intents.complete(yield* sandboxedProduct, params.id))
      })
    })
  })
)
