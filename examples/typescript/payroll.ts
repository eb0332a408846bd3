/**
 * A payroll's own page: it onboards employees, shows the embeds, and follows each session by webhook.
 *
 * Employees are kept in memory, so a restart forgets them. Yours are in a database, and its users sign in.
 */
import {
  createClient,
  EntityNotFetched,
  fetchEntity,
  type OnboardingSession,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookRefused
} from "@embedded-super/partner-sdk"
import fastify, { type FastifyError, type FastifyReply } from "fastify"
import { type Employee, embedPage, listPage } from "./pages.ts"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} isn't set.`)
  return value
}
const service = setting("SERVICE_URL").replace(/\/$/, "")
const productKey = setting("PRODUCT_KEY")
const webhookSecret = setting("WEBHOOK_SECRET")

/** Your customer. `remote_id` is your own number of it. */
const EMPLOYER = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }

const client = createClient({
  baseUrl: service,
  apiKey: productKey,
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(10_000) })
})

/** A refusal of the service, in the words of its problem (RFC 9457). */
class Refused extends Error {}

/** The data of an answer. */
const dataOf = <A>(answer: { data?: { data: A }; error?: { detail?: string } }): A => {
  if (answer.data === undefined) throw new Refused(answer.error?.detail ?? "The service gave no reason.")
  return answer.data.data
}

/** By your own number of the employee. */
const employees = new Map<string, Employee>()

/** Keeps what a payroll needs of a session. The session decides, not the event, which may come late. */
const keep = (session: OnboardingSession): void => {
  // A newer session of this employee has replaced it.
  if (session.superseded_by !== null) return
  const chosen = session.onboarding_session_super_selection.select_super_fund_product
  employees.set(session.employee.remote_id, {
    session: session.id,
    state: session.data_delivery_state,
    memberNumber: chosen?.member_number ?? null // Text: leading zeros count.
  })
}

/** Returns the employer with your number. By the fixed Idempotency-Key two calls at once create one. */
const findOrCreateEmployer = async () => {
  const { remote_id } = EMPLOYER
  const [found] = dataOf(await client.GET("/api/v1/employers", { params: { query: { remote_id } } }))
  const header = { "Idempotency-Key": `employer-${remote_id}` }
  return found ?? dataOf(await client.POST("/api/v1/employers", { params: { header }, body: EMPLOYER }))
}

const app = fastify({ bodyLimit: 100_000 })
// Each body as its bytes: a webhook that was parsed and written again doesn't verify.
app.removeAllContentTypeParsers()
app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body))

const html = (reply: FastifyReply, page: string) => reply.type("text/html; charset=utf-8").send(page)

app.get("/", (_, reply) => html(reply, listPage(employees)))

app.post("/employees", async ({ body: sent }, reply) => {
  const form = new URLSearchParams(String(sent))
  const field = (name: string) => form.get(name) ?? ""
  const [number, formId] = [field("number"), field("form_id")]
  const employer = await findOrCreateEmployer()
  // It has no default fund yet.
  if (employer.onboarding_status === "error") return reply.redirect("/employer", 303)
  const body = {
    employer: { id: employer.id },
    employee: { remote_id: number },
    remote_id: formId,
    email: field("email"),
    email_validated: true // Only if your software has validated it.
  }
  const params = { header: { "Idempotency-Key": formId } }
  const { id } = dataOf(await client.POST("/api/v1/onboarding-session", { params, body }))
  keep(dataOf(await client.GET("/api/v1/onboarding-session/{id}", { params: { path: { id } } })))
  return reply.redirect(`/employees/${encodeURIComponent(number)}`, 303)
})

type OfEmployee = { Params: { number: string } }

app.get<OfEmployee>("/employees/:number", ({ params: { number } }, reply) =>
  employees.has(number) ? html(reply, embedPage(`Super of ${number}`, service)) : reply.callNotFound()
)

app.get("/employer", (_, reply) => html(reply, embedPage("The employer's super", service)))

/** A new address for each frame. It is a secret, so its answer isn't cached, and an Idempotency-Key repeats none. */
const addressOnly = (reply: FastifyReply, made: { readonly embed_url: string }) =>
  reply.header("Cache-Control", "no-store").type("text/plain").send(made.embed_url)

// Your software checks here that its user is this employee, or may act for the employer.
app.post<OfEmployee>("/employees/:number/embed-url", async ({ params: { number } }, reply) => {
  const id = employees.get(number)?.session
  if (id === undefined) return reply.callNotFound()
  const path = "/api/v1/onboarding-session/{id}/generate-embed-url"
  return addressOnly(reply, dataOf(await client.POST(path, { params: { path: { id } }, body: {} })))
})

app.post("/employer/embed-url", async (_, reply) => {
  const { id } = await findOrCreateEmployer()
  const path = "/api/v1/employers/{id}/generate-embed-url"
  const body = { app: "super_settings" } as const
  return addressOnly(reply, dataOf(await client.POST(path, { params: { path: { id } }, body })))
})

const handled = new Set<string>()

/** Does what a webhook causes, once for each id. The SDK sends the key to no other address than the service's. */
const handle = async (webhook: VerifiedWebhook): Promise<void> => {
  if (handled.has(webhook.id) || !webhook.isKnown || webhook.payload.subject !== "onboarding_session") return
  try {
    const keys = () => productKey
    keep((await fetchEntity(webhook.payload, { baseUrl: service, keys })).entity)
    handled.add(webhook.id)
  } catch (error) {
    console.error(webhook.payload.url, error)
    const { reason, status = 0 } = error as EntityNotFetched
    if (reason === "no_answer" || status === 429 || status >= 500) setTimeout(() => follow(webhook), 5000)
  }
}

/** Webhooks are handled after they were answered, one after the other. */
let work = Promise.resolve()
const follow = (webhook: VerifiedWebhook): void => void (work = work.then(() => handle(webhook)))

app.post<{ Body: Buffer | undefined }>("/webhooks", async ({ body, headers }, reply) => {
  follow(await verifyWebhook(body ?? "", headers, webhookSecret))
  return reply.code(204).send() // To unknown events, too: more will be added.
})

app.setErrorHandler<FastifyError>((error, request, reply) => {
  if (error instanceof WebhookRefused) return reply.code(400).send(error.message)
  if (error instanceof Refused) return reply.code(502).send(error.message)
  if (error.statusCode !== undefined) return reply.code(error.statusCode).send(error.message)
  console.error(request.method, request.url, error)
  return reply.code(504).send("The service didn't answer. Try again: nothing is done twice.")
})

console.log(`Listening on ${await app.listen({ port: Number(setting("PORT")) })}`)
