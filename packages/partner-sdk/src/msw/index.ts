import type { components } from "@embedded-super/contracts/types/partner-api"
import { http, type HttpHandler } from "msw/http"
import { type MockedApi, mockApi, type OperationId, operationsOfToday } from "../mock/index.ts"
import { chooseDefaultFund } from "../mock/employers.ts"
import { addKey, addProduct, setWebhook } from "../mock/products.ts"
import { completeOnboarding, confirmMembership, sessionOf } from "../mock/sessionProgress.ts"
import { signWebhook } from "../webhooks/verifySignature.ts"

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

const limits = {
  "ratelimit-policy": `"burst";q=50;w=5, "product";q=600;w=60`,
  ratelimit: `"burst";r=49;t=1`
}

/** The msw handler of one operation, with what the service adds to each answer. */
const handlerOf = ({ answer, state }: MockedApi, operation: OperationId): HttpHandler => {
  const { method, path, security } = operationsOfToday.get(operation)!
  const url = state.baseUrl + path.replaceAll(/\{(\w+)\}/g, ":$1")
  return http[method](url, async ({ params, request }) => {
    const request_id = state.nextId()
    const { body, headers, status } = await answer({
      operation,
      request,
      params: params as Record<string, string>,
      body: await request.text()
    })
    const instance = new URL(request.url).pathname
    const whole =
      status >= 400 ? JSON.stringify({ ...JSON.parse(String(body)), instance, request_id }) : (body ?? null)
    // Without a valid key there is no product whose limit could be shown.
    const isLimited = security !== undefined && status !== 401
    return new Response(whole, {
      status,
      headers: { ...headers, "x-request-id": request_id, ...(isLimited ? limits : {}) }
    })
  })
}

/**
 * Mocks the service for tests of your own code: an msw handler for every implemented operation, with its state in
 * memory. Answers are built from the examples of the spec, and an operation without a mock of its own answers with its
 * first one. Queries and bodies are checked by the spec's schemas. Rate limits and delivery aren't mocked.
 *
 *     const service = mockService()
 *     const server = setupServer(...service.handlers)
 */
export const mockService = ({
  baseUrl = "https://api.embedded-super.example",
  docsUrl
}: MockServiceOptions = {}): MockService => {
  const api = mockApi({ baseUrl, docsUrl })
  const { state } = api
  const product = addProduct(state, {
    name: "Wattle Payroll",
    target_origins: ["https://payroll.example.com"]
  })
  // The operator of the service allows this.
  product.data = { ...product.data, tfn_access_enabled: true }
  const { secret: key } = addKey(state, product, "Payroll server")
  const webhookSecret = setWebhook(product, "https://payroll.example.com/webhooks/super") ?? ""
  return {
    handlers: [...operationsOfToday.keys()].map((id) => handlerOf(api, id)),
    baseUrl: state.baseUrl,
    partnerKey: state.partnerKey,
    product: { id: product.id, key, webhookSecret },
    events: state.events,
    chooseDefaultFund: (employerId) => chooseDefaultFund(state, employerId),
    completeOnboarding: (sessionId, memberNumber = "0012345678") =>
      completeOnboarding(state, sessionOf(state, sessionId), memberNumber),
    confirmMembership: (sessionId, memberNumber = "0012345678") =>
      confirmMembership(state, sessionOf(state, sessionId), memberNumber),
    deliveryOf: async ({ payload, webhook_id }) => {
      const body = JSON.stringify(payload)
      const owner = state.products.find(({ id }) => id === payload.product_id)
      const signed = await signWebhook({ id: webhook_id, body }, owner?.webhookSecret ?? "")
      return {
        body,
        headers: { ...signed, "content-type": "application/json", "user-agent": "EmbeddedSuper-Webhooks/1" }
      }
    }
  }
}
