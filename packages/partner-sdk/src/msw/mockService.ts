import type { components } from "@embedded-super/contracts/types/partner-api"
import type { HttpHandler } from "msw/http"
import { signWebhook } from "../webhooks/signWebhook.ts"
import { chooseDefaultFund, employerAnswers } from "./employers.ts"
import { eventAnswers } from "./events.ts"
import { employerIssueAnswers } from "./employerIssues.ts"
import { intentAnswers } from "./intents.ts"
import { sandboxAnswers } from "./sandbox.ts"
import { sessionLifeAnswers } from "./sessionLife.ts"
import { completeOnboarding, confirmMembership, onboardingSessionAnswers } from "./onboardingSessions.ts"
import { type Answer, type Answers, handlerOf } from "./operation.ts"
import { addKey, addProduct, productAnswers, setWebhook } from "./products.ts"
import { type OperationId, operationsOfToday } from "./spec.ts"
import { makeWorld } from "./World.ts"

type Event = components["schemas"]["Event"]

export interface MockServiceOptions {
  /** The URL of the mocked service; `https://api.embedded-super.example` by default. */
  readonly baseUrl?: string
  /** The URL of the docs, to which the `type` of each problem leads; by default those that the service has itself, at `/docs`. */
  readonly docsUrl?: string
}

/** A delivery as your receiver would get it. */
export interface MockDelivery {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The service, mocked in memory. */
export interface MockService {
  /** For `setupServer` or `setupWorker`. */
  readonly handlers: ReadonlyArray<HttpHandler>
  readonly baseUrl: string
  /** The partner's key, for products and their keys. */
  readonly partnerKey: string
  /** A product that exists from the start, with its key and its webhook secret. */
  readonly product: { readonly id: string; readonly key: string; readonly webhookSecret: string }
  /** The events so far, in order. */
  readonly events: ReadonlyArray<Event>
  /** Simulates the employer, who selects a default fund in its embed. `employer_settings_changed` follows. */
  readonly chooseDefaultFund: (employerId: string) => void
  /**
   * Simulates the employee, who completes the embed and gets a member number, or none if it is null.
   * `onboarding_session_completed` follows.
   */
  readonly completeOnboarding: (sessionId: string, memberNumber?: string | null) => void
  /**
   * Simulates the fund, which assigns the number of a session that was completed without one. `employee_changed`
   * follows.
   */
  readonly confirmMembership: (sessionId: string, memberNumber?: string) => void
  /** An event as the service would deliver it, signed with the secret of its product. */
  readonly deliveryOf: (event: Event) => Promise<MockDelivery>
}

/**
 * Mocks the service for tests of your own code: an msw handler for every implemented operation, with its state in
 * memory. Answers are built from the examples of the spec, and an operation without a mock of its own answers with its
 * first one. The required properties of a body are checked, their values aren't. Rate limits and delivery aren't mocked.
 *
 *     const service = mockService()
 *     const server = setupServer(...service.handlers)
 */
export const mockService = ({
  baseUrl = "https://api.embedded-super.example",
  docsUrl
}: MockServiceOptions = {}): MockService => {
  const world = makeWorld(baseUrl, docsUrl)
  const product = addProduct(world, { name: "Wattle Payroll" })
  const { secret: key } = addKey(world, product, "Payroll server")
  const webhookSecret = setWebhook(product, "https://payroll.example.com/webhooks/super") ?? ""
  const answers: Answers = {
    // Deliveries are signed with secrets alone.
    getWebhookKeys: () => ({ status: 200, body: { keys: [] } }),
    ...productAnswers(world),
    ...employerAnswers(world),
    ...onboardingSessionAnswers(world),
    ...sessionLifeAnswers(world),
    ...intentAnswers(world),
    ...employerIssueAnswers(world),
    ...sandboxAnswers(world),
    ...eventAnswers(world)
  }
  return {
    handlers: [...operationsOfToday.keys()].map((id) =>
      handlerOf(world, id, answers[id] as Answer<OperationId> | undefined)
    ),
    baseUrl: world.baseUrl,
    partnerKey: world.partnerKey,
    product: { id: product.id, key, webhookSecret },
    events: world.events,
    chooseDefaultFund: (employerId) => chooseDefaultFund(world, employerId),
    completeOnboarding: (sessionId, memberNumber = "0012345678") =>
      completeOnboarding(world, sessionId, memberNumber),
    confirmMembership: (sessionId, memberNumber = "0012345678") =>
      confirmMembership(world, sessionId, memberNumber),
    deliveryOf: async ({ payload, webhook_id }) => {
      const body = JSON.stringify(payload)
      const owner = world.products.find(({ id }) => id === payload.product_id)
      const signed = await signWebhook({ id: webhook_id, body }, owner?.webhookSecret ?? "")
      return {
        body,
        headers: { ...signed, "content-type": "application/json", "user-agent": "EmbeddedSuper-Webhooks/1" }
      }
    }
  }
}
