/**
 * A payroll's webhook receiver on Express, with the package `standardwebhooks`. FAULT names the mistake that it makes;
 * without it the receiver is correct. It prints its address once it listens.
 */
import express from "express"
import process from "node:process"
import { setTimeout as pause } from "node:timers/promises"
import { Webhook, WebhookVerificationError } from "standardwebhooks"

const { FAULT, PRODUCTS = "{}", SERVICE_URL = "" } = process.env
const products = JSON.parse(PRODUCTS)
const seen = new Set()
const notifications = new Map()

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Throws unless one of the product's secrets verifies it. */
const verified = (body, headers) => {
  const read = JSON.parse(body)
  const id = FAULT === "property_of_null" ? read.product_id : read?.product_id
  const { secrets = [] } = products[id] ?? {}
  let mistake = new WebhookVerificationError("No such product")
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, headers)
    } catch (error) {
      mistake = error
    }
  }
  throw mistake
}

/** Asks the service until it answers: after 429 when it may, and after a failure a moment later. */
const call = async (method, url, headers) => {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(url, { method, headers, redirect: "error" }).catch(() => undefined)
    if (answer !== undefined && answer.status !== 429 && answer.status < 500) {
      if (FAULT !== "refusals_repeated" || answer.ok) return answer
      await pause(10)
    } else if (attempt === 6) return answer
    else {
      const seconds = Number(answer?.headers.get("retry-after") ?? 0)
      await pause(seconds > 0 ? 1000 * seconds : 100 * 2 ** attempt)
    }
  }
}

const isOurs = (url) => {
  if (FAULT === "url_followed") return true
  if (FAULT === "url_begins_like_ours") return url.startsWith(SERVICE_URL)
  return URL.canParse(url) && new URL(url).origin === SERVICE_URL
}

const work = async ({ event, id, product_id, url }) => {
  const headers = { "X-API-Key": products[product_id].key }
  if (!isOurs(url)) return
  switch (event) {
    case "employer_settings_changed":
    case "onboarding_session_changed":
    case "onboarding_session_completed":
    case "employee_changed":
      return void (await call("GET", url, headers))
    case "onboarding_intent_completed": {
      const answer = await call("GET", url, headers)
      if (answer?.status !== 200) return
      const { data } = await answer.json()
      if (data.status !== "complete" || data.onboarding_session_id !== null) return
      await call("POST", `${url}/onboarding-session`, { ...headers, "Idempotency-Key": `intent-${id}` })
      return
    }
    case "employer_issue_created": {
      const answer = await call("GET", url, headers)
      if (answer?.status === 200) notifications.set(id, await answer.json())
      return
    }
    case "employer_issue_resolved":
      notifications.delete(id)
  }
}

const known = /^(?:employer_settings|onboarding_session|employee)_changed$|_(?:completed|created|resolved)$/

const receive = (request, response) => {
  const body = FAULT === "parsed_and_written_again" ? JSON.stringify(request.body) : request.body.toString()
  const payload = verified(body, request.headers)
  if (FAULT === "unknown_event_404" && !known.test(payload.event)) return response.sendStatus(404)
  if (FAULT === "ids_are_uuid_v4" && !uuidV4.test(payload.id)) return response.sendStatus(422)
  const id = request.get("webhook-id")
  if (!seen.has(id)) {
    seen.add(id)
    work(payload).catch((error) => console.error("A webhook couldn't be worked off:", error.message))
  }
  response.status(200).json({ received: true })
}

const app = express()
app.disable("x-powered-by")
const parser =
  FAULT === "parsed_and_written_again"
    ? express.json({ limit: "256kb" })
    : express.raw({ type: () => true, limit: "256kb" })
app.post("/webhooks", parser, receive)
// Without a handler of its own, Express answers what the verifier throws with 500, and the stack trace.
if (FAULT !== "no_error_handler")
  app.use((error, _request, response, _next) => {
    const isTheirs =
      error instanceof WebhookVerificationError || error instanceof SyntaxError || error.status === 400
    response.status(isTheirs ? 400 : 500).json({ error: "This is no webhook of ours." })
  })

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`))
