/** A partner's TypeScript, which must compile against the published package. It isn't run. */
import {
  createClient,
  type Employer,
  eventsSince,
  fetchEntity,
  listAll,
  type OnboardingSession,
  receiveWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookPayload
} from "@embedded-super/partner-sdk"
import { expressWebhooks } from "@embedded-super/partner-sdk/express"
import { fastifyWebhooks } from "@embedded-super/partner-sdk/fastify"
import { mockService, type MockService } from "@embedded-super/partner-sdk/msw"
import { webhookReceiver } from "@embedded-super/partner-sdk/web"
import express from "express"
import fastify from "fastify"
import { setupServer } from "msw/node"

const baseUrl = "https://api.embedded-super.example"
const client = createClient({ baseUrl, apiKey: "key" })

export const anEmployer = async (): Promise<Employer | undefined> => {
  const { data, error } = await client.POST("/api/v1/employers", {
    body: { abn: "51824753556", name: "Wattle", remote_id: "1234" }
  })
  // @ts-expect-error No such operation.
  await client.GET("/api/v1/elsewhere")
  // @ts-expect-error An employer must have a name.
  await client.POST("/api/v1/employers", { body: { abn: "51824753556", remote_id: "1234" } })
  if (error !== undefined) throw new Error(error.detail)
  return data.data
}

export const session = async (
  rawBody: Uint8Array,
  headers: Headers
): Promise<OnboardingSession | undefined> => {
  const webhook = await receiveWebhook(rawBody, headers, { product: ["whsec_new", "whsec_old"] })
  if (!webhook.isKnown) {
    const payload: WebhookPayload = webhook.payload
    console.log(payload.subject)
    return undefined
  }
  if (webhook.payload.event !== "onboarding_session_completed") return undefined
  const { entity } = await fetchEntity(webhook.payload, { baseUrl, keys: { product: "key" } })
  // @ts-expect-error A session isn't an employer.
  const employer: Employer = entity
  console.log(employer)
  return entity
}

const options = {
  secrets: { product: "whsec_secret" },
  onWebhook: ({ id, payload }: VerifiedWebhook): void => console.log(id, payload.event)
}

export const inExpress = express().post("/webhooks", expressWebhooks(options))
export const inFastify = fastify().register(fastifyWebhooks, { path: "/webhooks", ...options })
export const inWeb: (request: Request) => Promise<Response> = webhookReceiver(options)
export const typed = async (body: string, headers: Headers): Promise<string> => {
  const webhook = await verifyWebhook(body, headers, "whsec_secret")
  return webhook.isKnown && webhook.payload.event === "employer_issue_created"
    ? webhook.payload.subject
    : "other"
}
export const sentAt = async (): Promise<Date> => (await verifyWebhook("{}", {}, "whsec_secret")).sentAt

export const names = async (product: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for await (const { name } of listAll(client, "/api/v1/employers", { params: { query: { limit: 10 } } }))
    found.push(name)
  for await (const { hint } of listAll(client, "/api/v1/products/{id}/keys", {
    params: { path: { id: product } }
  }))
    found.push(hint)
  // @ts-expect-error The product is missing.
  listAll(client, "/api/v1/products/{id}/keys")
  // @ts-expect-error An employer is no list.
  listAll(client, "/api/v1/employers/{id}", { params: { path: { id: product } } })
  return found
}
export const caughtUp = async (after: string): Promise<string> => {
  for await (const { cursor, events } of eventsSince(client, { after })) {
    for (const event of events)
      if (event.isKnown && event.payload.event === "onboarding_session_completed") console.log(event.id)
    after = cursor
  }
  return after
}

const service: MockService = mockService()
export const server = setupServer(...service.handlers)
