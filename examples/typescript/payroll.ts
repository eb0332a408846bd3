/**
 * A payroll's own page: it onboards employees, shows the embeds, and follows each session by webhook.
 *
 * What it keeps is in memory: a restart forgets it. Yours has a database, and its users sign in.
 */
import {
  createClient,
  type Employee,
  type Employer,
  EntityNotFetched,
  fetchEntity,
  type OnboardingSession,
  receiveWebhook,
  type VerifiedWebhook,
  WebhookRefused
} from "@embedded-super/partner-sdk"
import fastify, { type FastifyError, type FastifyReply } from "fastify"
import { embedPage, listPage, type Onboarding } from "./pages.ts"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} isn't set.`)
  return value
}
const service = setting("SERVICE_URL").replace(/\/$/, "")
/** Your products: the API key and the webhook secret of each, by its id. This page acts for the first. */
const products = JSON.parse(setting("PRODUCTS")) as Record<string, { key: string; secret: string }>
const [page = ""] = Object.keys(products)
const ofEach = (name: "key" | "secret") =>
  Object.fromEntries(Object.entries(products).map(([product, own]) => [product, own[name]]))
const keys = ofEach("key")
const secrets = ofEach("secret")

/** Your customer. `remote_id` is your own number of it. */
const EMPLOYER = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }

const clientOf = (product: string) =>
  createClient({
    baseUrl: service,
    apiKey: keys[product] ?? "",
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(10_000) })
  })
const client = clientOf(page)

/** A refusal of the service, in the words of its problem (RFC 9457). */
class Refused extends Error {}

/** The data of an answer. */
const dataOf = <A>(answer: { data?: { data: A }; error?: { detail?: string } }): A => {
  if (answer.data === undefined) throw new Refused(answer.error?.detail ?? "The service gave no reason.")
  return answer.data.data
}

let employer = { id: "", status: "" }
/** By the id of the session. */
const onboardings = new Map<string, Onboarding>()

// What a payroll keeps of each entity, as it is now: a webhook may come late or twice.

const keepEmployer = ({ id, onboarding_status, remote_id }: Employer, product: string): void => {
  if (product === page && remote_id === EMPLOYER.remote_id) employer = { id, status: onboarding_status }
}

const keepSession = (session: OnboardingSession, product: string): void => {
  const chosen = session.onboarding_session_super_selection.select_super_fund_product
  onboardings.set(session.id, {
    product,
    number: session.employee.remote_id,
    state: session.data_delivery_state,
    memberNumber: chosen?.member_number ?? null // Text: leading zeros count.
  })
}

/** A member number that came after the end of its session. */
const keepEmployee = ({ super_fund_details }: Employee): void => {
  for (const { member_number, onboarding_session_id } of super_fund_details.super_fund_memberships) {
    const known = onboardings.get(onboarding_session_id)
    if (known !== undefined) onboardings.set(onboarding_session_id, { ...known, memberNumber: member_number })
  }
}

/** Returns the employer with your number. By the fixed Idempotency-Key two calls at once create one. */
const findOrCreateEmployer = async () => {
  const { remote_id } = EMPLOYER
  const [found] = dataOf(await client.GET("/api/v1/employers", { params: { query: { remote_id } } }))
  const header = { "Idempotency-Key": `employer-${remote_id}` }
  keepEmployer(
    found ?? dataOf(await client.POST("/api/v1/employers", { params: { header }, body: EMPLOYER })),
    page
  )
  return employer
}

const app = fastify({ bodyLimit: 100_000 })
// Each body as its bytes: a webhook that was parsed and written again doesn't verify.
app.removeAllContentTypeParsers()
app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body))

const html = (reply: FastifyReply, page: string) => reply.type("text/html; charset=utf-8").send(page)

app.get("/", (_, reply) => html(reply, listPage(onboardings, employer.status)))

app.post("/employees", async ({ body: sent }, reply) => {
  const form = new URLSearchParams(String(sent))
  const field = (name: string) => form.get(name) ?? ""
  const formId = field("form_id")
  const { id: employerId, status } = await findOrCreateEmployer()
  // It has no default fund yet.
  if (status === "error") return reply.redirect("/employer", 303)
  const body = {
    employer: { id: employerId },
    employee: { remote_id: field("number") },
    remote_id: formId,
    email: field("email"),
    email_validated: true // Only if your software has validated it.
  }
  const params = { header: { "Idempotency-Key": formId } }
  const { id } = dataOf(await client.POST("/api/v1/onboarding-session", { params, body }))
  // A repeated POST gets its first answer again. What the session is now, only a GET says.
  keepSession(dataOf(await client.GET("/api/v1/onboarding-session/{id}", { params: { path: { id } } })), page)
  return reply.redirect(`/employees/${id}`, 303)
})

type OfSession = { Params: { id: string } }

app.get<OfSession>("/employees/:id", ({ params: { id } }, reply) => {
  const known = onboardings.get(id)
  if (known === undefined) return reply.callNotFound()
  return html(reply, embedPage(`Super of ${known.number}`, service))
})

app.get("/employer", (_, reply) => html(reply, embedPage("The employer's super", service)))

/** A new address for each frame. It is a secret, so its answer isn't cached, and an Idempotency-Key repeats none. */
const addressOnly = (reply: FastifyReply, made: { readonly embed_url: string }) =>
  reply.header("Cache-Control", "no-store").type("text/plain").send(made.embed_url)

// Your software checks here that its user is this employee, or may act for the employer.
app.post<OfSession>("/employees/:id/embed-url", async ({ params: { id } }, reply) => {
  const known = onboardings.get(id)
  if (known === undefined) return reply.callNotFound()
  const path = "/api/v1/onboarding-session/{id}/generate-embed-url"
  const made = await clientOf(known.product).POST(path, { params: { path: { id } }, body: {} })
  return addressOnly(reply, dataOf(made))
})

app.post("/employer/embed-url", async (_, reply) => {
  const { id } = await findOrCreateEmployer()
  const path = "/api/v1/employers/{id}/generate-embed-url"
  const body = { app: "super_settings" } as const
  return addressOnly(reply, dataOf(await client.POST(path, { params: { path: { id } }, body })))
})

/**
 * Fetches what a webhook names, and keeps it. The SDK sends the key to no other address than the service's. The event decides
 * whether something is done: more events will be added, of these subjects, too.
 */
const takeOver = async ({ isKnown, payload }: VerifiedWebhook): Promise<void> => {
  const options = { baseUrl: service, keys }
  if (!isKnown) return
  const product = payload.product_id
  switch (payload.event) {
    case "employer_settings_changed":
      return keepEmployer((await fetchEntity(payload, options)).entity, product)
    case "onboarding_session_changed":
    case "onboarding_session_completed":
      return keepSession((await fetchEntity(payload, options)).entity, product)
    case "employee_changed":
      return keepEmployee((await fetchEntity(payload, options)).entity)
  }
}

const handled = new Set<string>()

/** Does what a webhook causes, once for each id. */
const handle = async (webhook: VerifiedWebhook): Promise<void> => {
  if (handled.has(webhook.id)) return
  try {
    await takeOver(webhook)
    handled.add(webhook.id)
  } catch (error) {
    console.error(webhook.id, webhook.payload.url, error)
    const { reason, status = 0 } = error as EntityNotFetched
    if (reason === "no_answer" || status === 429 || status >= 500) setTimeout(() => follow(webhook), 5000)
  }
}

/** Webhooks are handled after they were answered, one after the other. */
let work = Promise.resolve()
const follow = (webhook: VerifiedWebhook): void => void (work = work.then(() => handle(webhook)))

app.post<{ Body: Buffer | undefined }>("/webhooks", async ({ body, headers }, reply) => {
  follow(await receiveWebhook(body ?? "", headers, secrets))
  return reply.code(204).send() // To unknown events, too: more will be added.
})

app.setErrorHandler<FastifyError>((error, request, reply) => {
  if (error instanceof WebhookRefused) {
    console.error(
      new Date().toISOString(),
      "Refused the webhook",
      request.headers["webhook-id"],
      error.reason
    )
    return reply.code(400).send(error.message)
  }
  if (error instanceof Refused) return reply.code(502).send(error.message)
  if (error.statusCode !== undefined) return reply.code(error.statusCode).send(error.message)
  console.error(request.method, request.url, error)
  return reply.code(504).send("The service didn't answer. Try again: nothing is done twice.")
})

console.log(`Listening on ${await app.listen({ port: Number(setting("PORT")) })}`)
