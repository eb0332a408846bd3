/**
 * One onboarding, as a payroll system and an employee's browser make it: twelve calls, from the creation of the session
 * to its confirmation. The employer exists and has a default fund; the registration and the webhooks follow.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { niamh, wattle } from "../../../contract-tests/src/onboarding/people.ts"
import { implemented, readDocument } from "../../../contract-tests/src/openapi/operations.ts"
import { tfnFrom } from "../fund-simulator/requests.ts"
import type { Answer, Call } from "./keptConnections.ts"

const operations = new Map(
  (["partner-api", "embed-api"] as const).flatMap((api) =>
    implemented(readDocument(api)).map(({ id, method, path }) => [id, { method, path }] as const)
  )
)

interface Asked {
  readonly id?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Sends a call. Tells the caller which operation it was, and how long it took. */
export type Send = (operation: string, call: Call) => Promise<Answer>

/** Calls an operation by its name. Fails unless it is answered with 2xx. */
const ask = async (send: Send, operation: string, { body, headers = {}, id, query }: Asked): Promise<any> => {
  const { method, path } = operations.get(operation)!
  const answer = await send(operation, {
    method,
    path: `${path.replace(/\{\w+\}/, id ?? "")}${query === undefined ? "" : `?${query}`}`,
    headers,
    body
  })
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${operation} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body?.data
}

/** Opens an embed; each change then carries the revision that the answer before it had. */
const open = async (send: Send, key: string, operation: string, id: string, body: unknown) => {
  const { embed_url } = await ask(send, operation, { id, headers: { "x-api-key": key }, body })
  const opener = randomBytes(16).toString("base64url")
  const { token } = await ask(send, "openEmbed", { body: { embed_url, opener } })
  let revision: number | undefined
  return async (operation: string, asked: Asked = {}): Promise<any> => {
    const seen = revision === undefined ? {} : { "if-match": `"${revision}"` }
    const data = await ask(send, operation, {
      ...asked,
      headers: { authorization: `Bearer ${token}`, ...seen }
    })
    revision = data?.revision ?? revision
    return data
  }
}

/** Makes an employer that chooses its default fund in its embed. Returns its id. */
export const makeEmployer = async (send: Send, key: string, remoteId: string): Promise<string> => {
  const { id } = await ask(send, "createEmployer", {
    headers: { "x-api-key": key },
    body: { ...wattle, remote_id: remoteId }
  })
  const embed = await open(send, key, "generateEmployerEmbedUrl", id, { app: "super_settings" })
  const { terms } = await embed("getEmployerSettings")
  const [fund] = await embed("searchFundProducts")
  const accepted_terms_versions = terms.map(({ version }: { readonly version: string }) => version)
  await embed("chooseDefaultFund", { body: { fund_product_id: fund.id, accepted_terms_versions } })
  return id
}

/** The nth person's onboarding. Returns the session's id. */
export const onboard = async (send: Send, key: string, employerId: string, nth: number): Promise<string> => {
  const { contact, employment, identity } = niamh
  const email = `niamh.${nth}@example.com`
  const { id } = await ask(send, "createOnboardingSession", {
    headers: { "x-api-key": key, "idempotency-key": randomUUID() },
    body: {
      employer: { id: employerId },
      employee: { remote_id: `employee ${nth}` },
      remote_id: `session ${nth}`,
      email,
      email_validated: true,
      employee_detail: { employment }
    }
  })
  const embed = await open(send, key, "generateOnboardingSessionEmbedUrl", id, {})
  const put = (operation: string, body: unknown) => embed(operation, { body })
  const view = await embed("getOnboarding")
  await put("saveIdentity", identity)
  await put("saveContact", { ...contact, email })
  await put("saveTax", { tfn: tfnFrom(nth), notice_version: view.tfn_notice.version })
  await put("acceptDisclaimer", { accepted_version: view.super_disclaimer.version })
  const { display_id, join } = await embed("getFundChoices")
  const [fund] = await embed("searchFundProducts", { query: "door=join" })
  await put("chooseFund", {
    source: "join_new",
    display_id,
    fund_product_id: fund.id,
    consent_version: join.consent.version
  })
  await put("confirmReview", { confirmed: true })
  return id
}
