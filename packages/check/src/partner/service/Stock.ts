/**
 * The entities of the played service, and how it answers calls about them.
 *
 * The trap: an entity belongs to one product. With the other product's key it isn't found, as at the real service, so a
 * receiver that mixes up its keys gets 404.
 */
import { InternalError, NotFound, RateLimited, ServiceUnavailable } from "@embedded-super/contracts/problems"
import type { PartnerCheckTestData } from "@embedded-super/contracts/schemas"
import { webhookSubjects, type WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import type { Draw } from "../draw/Draw.ts"
import { plainRemoteId } from "../draw/written.ts"
import type { Entity, EntityOptions, RefusalOptions, Stage, Which } from "../PartnerUnderTest.ts"
import { exampleOf } from "./examples.ts"

export interface Kept extends Entity {
  /** The check that made it. */
  readonly check: string | undefined
  stage: Stage
  version: number
  /** The session that was made of an intent. */
  converted: Kept | undefined
  /** The intent that a session was made of. */
  intent: string | null
  /** A refusal of one method waits for a call of that method. */
  readonly refusals: Array<{
    readonly status: number
    readonly retryAfter: number
    readonly method: RefusalOptions["method"]
  }>
  /** Closed while calls about it wait for their answers. */
  gate: Deferred.Deferred<void> | undefined
}

type Json = Readonly<Record<string, unknown>>

const EMPLOYER = { id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000", remote_id: "1234" }
const EMPLOYEE = { id: "01a1fb82-8f40-7000-8000-000000000021", remote_id: "emp-0042" }

const notFound = new NotFound({
  code: "not_found",
  detail: "This product has no such entity. The key of the webhook's product_id is needed."
})

const refusalOf = ({ retryAfter: retry_after, status }: Kept["refusals"][number]) => {
  const detail = "The kit refuses this call on purpose."
  if (status === 429) return new RateLimited({ code: "rate_limited", detail, retry_after })
  if (status === 503) return new ServiceUnavailable({ code: "service_unavailable", detail, retry_after })
  if (status === 404) return notFound
  return new InternalError({ code: "internal_error", detail })
}

export const makeStock = (baseUrl: () => string, known: PartnerCheckTestData = {}) => {
  const kept = new Map<string, Kept>()
  const employer = known.employer ?? EMPLOYER
  const employee = known.employee ?? EMPLOYEE

  const remoteIdOf = (subject: WebhookSubjectName, id: string, draw: Draw | undefined): string => {
    const made = (word: string) =>
      draw === undefined ? `${word}-${kept.size + 1}` : plainRemoteId(draw, word, kept.size + 1)
    switch (subject) {
      case "employer":
        return known.employer?.remote_id ?? made("employer")
      case "employee":
        return known.employee?.remote_id ?? made("employee")
      case "onboarding_session":
        return known.onboarding_session_remote_id ?? made("onboarding")
      case "onboarding_session_intent":
        return known.onboarding_session_intent_remote_id ?? made("hire")
      case "employer_issue":
        return id
    }
  }

  const add = (
    subject: WebhookSubjectName,
    { product = 0, uuid = 4 }: EntityOptions = {},
    check?: string,
    draw?: Draw
  ): Kept => {
    const id = randomUUID().replace(/^(.{14})4/, `$1${uuid}`)
    const made: Kept = {
      subject,
      id,
      remoteId: remoteIdOf(subject, id, draw),
      product,
      url: `${baseUrl()}${webhookSubjects[subject].path}/${id}`,
      check,
      stage: "started",
      version: 1,
      converted: undefined,
      intent: null,
      refusals: [],
      gate: undefined
    }
    kept.set(id, made)
    return made
  }

  /** The entity as the product's key may see it, once nothing holds it back. */
  const find = Effect.fnUntraced(function* (
    subject: WebhookSubjectName,
    id: string,
    product: Which,
    called: "GET" | "POST" = "GET"
  ) {
    const found = kept.get(id)
    if (found === undefined || found.subject !== subject || found.product !== product) return yield* notFound
    if (found.gate !== undefined) yield* Deferred.await(found.gate)
    const at = found.refusals.findIndex(({ method = called }) => method === called)
    const [refusal] = at === -1 ? [] : found.refusals.splice(at, 1)
    if (refusal !== undefined) return yield* refusalOf(refusal)
    return found
  })

  /** Its data, in the encoded form. */
  const dataOf = ({ converted, id, intent, remoteId: remote_id, stage, subject, url }: Kept): Json => {
    const example = exampleOf[subject][stage]
    switch (subject) {
      case "employer":
        return { ...example, id, remote_id }
      case "employee":
        return { ...example, id, remote_id, employer }
      case "employer_issue":
        return { ...example, id, remote_id, employer_id: employer.id, employee_id: employee.id }
      case "onboarding_session_intent":
        return { ...example, id, remote_id, employer, onboarding_session_id: converted?.id ?? null }
      case "onboarding_session": {
        const selection = example["onboarding_session_super_selection"] as Json
        const form = stage === "finished" ? `${url}/choice-form` : null
        return {
          ...example,
          id,
          remote_id,
          employer,
          employee,
          onboarding_session_intent_id: intent,
          onboarding_session_super_selection: {
            ...selection,
            generated: { super_choice_form_pdf_url: form }
          }
        }
      }
    }
  }

  return {
    add,
    find,
    dataOf,
    get: (id: string) => kept.get(id),
    all: (subject: WebhookSubjectName, product: Which) =>
      [...kept.values()].filter((each) => each.subject === subject && each.product === product)
  }
}

export type Stock = ReturnType<typeof makeStock>
