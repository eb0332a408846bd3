/**
 * A payroll's webhook receiver on Fastify, with the partner SDK. FAULT names the mistake that it makes; without it the
 * receiver is correct. It prints its address once it listens.
 */
import fastify from "fastify"
import { randomUUID } from "node:crypto"
import process from "node:process"
import { setTimeout as pause } from "node:timers/promises"
import { createClient, EntityNotFetched, fetchEntity, isWebhookEvent } from "@embedded-super/partner-sdk"
import { fastifyWebhooks } from "@embedded-super/partner-sdk/fastify"

const { FAULT, PRODUCTS = "{}", SERVICE_URL: baseUrl = "" } = process.env
const products = Object.entries(JSON.parse(PRODUCTS))
const keys = Object.fromEntries(products.map(([id, { key }]) => [id, key]))
const secrets = Object.fromEntries(products.map(([id, { secrets }]) => [id, secrets]))
const seen = new Set()
const notifications = new Map()
let lastSession

/** Fetches an entity: again after 429 when it may, and after a failure a moment later. */
const fetched = async (payload) => {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await fetchEntity(payload, { baseUrl, keys })).entity
    } catch (error) {
      if (!(error instanceof EntityNotFetched)) throw error
      const { reason, retryAfterSeconds = 0, status = 0 } = error
      const isOver = reason !== "no_answer" && status !== 429 && status < 500
      if (isOver || attempt === 6 || FAULT === "gives_up_at_once") return undefined
      await pause(retryAfterSeconds > 0 ? 1000 * retryAfterSeconds : 100 * 2 ** attempt)
    }
  }
}

const idempotencyKeyOf = (id) => {
  if (FAULT === "no_memory_of_ids") return randomUUID()
  return FAULT === "one_idempotency_key" ? "create-onboarding-session" : `intent-${id}`
}

const convert = async ({ id, product_id }) => {
  const client = createClient({ baseUrl, apiKey: keys[product_id] })
  const params = { path: { id }, header: { "Idempotency-Key": idempotencyKeyOf(id) } }
  for (let attempt = 0; attempt < 6; attempt++) {
    const { response } = await client.POST("/api/v1/onboarding-session-intent/{id}/onboarding-session", {
      params
    })
    if ((response.status !== 429 && response.status < 500) || FAULT === "post_never_repeated") return
    await pause(1000 * Number(response.headers.get("retry-after") ?? 0.2))
  }
}

const work = async (payload) => {
  if (!isWebhookEvent(payload)) return
  if (payload.event === "employer_issue_resolved") return void notifications.delete(payload.id)
  const entity = await fetched(payload)
  if (entity === undefined) return
  if (payload.event === "onboarding_session_completed") lastSession = entity
  if (payload.event === "employer_issue_created") notifications.set(payload.id, entity.title)
  if (payload.event !== "onboarding_intent_completed") return
  if (entity.status === "complete" && entity.onboarding_session_id === null) await convert(payload)
}

/** The name by which a repeat is recognised. */
const nameOf = ({ id, payload }) => {
  switch (FAULT) {
    case "no_memory_of_ids":
      return randomUUID()
    case "keyed_by_entity_and_event":
      return `${payload.event}:${payload.id}`
    default:
      return id
  }
}

const onWebhook = (webhook) => {
  const { payload } = webhook
  if (FAULT === "version_is_fixed" && payload.version !== "v1") throw new Error("Unknown version")
  const name = nameOf(webhook)
  if (seen.has(name)) return
  seen.add(name)
  work(payload).catch((error) => console.error("A webhook couldn't be worked off:", error.message))
}

const app = fastify({ forceCloseConnections: true })
if (FAULT === "answers_with_the_session")
  app.addHook("onSend", async (_request, reply) => {
    reply.code(200).type("application/json")
    return JSON.stringify({ last_session: lastSession ?? null })
  })
await app.register(fastifyWebhooks, { path: "/webhooks", secrets, onWebhook })
console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
