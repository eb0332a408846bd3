/**
 * The entities of the checks: each is in the mocked partner API that the kit plays, and may refuse or hold the calls about
 * it.
 *
 * The trap: an entity belongs to one product. With the other product's key it isn't found, so a receiver that mixes up its
 * keys gets 404, and uses up no refusal.
 */
import type { PartnerCheckTestData, ProductId } from "@embedded-super/contracts/schemas"
import { webhookSubjects, type WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import {
  type AcceptedCall,
  addKey,
  addProduct,
  type MockedApi,
  mockApi,
  Refusal,
  type Stored,
  example
} from "@embedded-super/partner-sdk/mock"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { uuidV7 } from "../../exchange/uuidV7.ts"
import { type Draw, plainRemoteId } from "../Draw.ts"
import type { Entity, EntityOptions, RefusalOptions, Stage } from "../PartnerUnderTest.ts"
import type { PartnerSettings } from "../PartnerSettings.ts"
import { idIn } from "./Callbacks.ts"

export type Json = Readonly<Record<string, unknown>>

/** The entities that the kit plays, as the examples of the partner API's spec show them. */
const NAMES: Readonly<Record<WebhookSubjectName, Readonly<Record<Stage, string>>>> = {
  employer: { started: "employerCreated", finished: "employerConfigured" },
  employee: { started: "employeeNew", finished: "employeeWithMemberNumber" },
  onboarding_session: { started: "sessionInProgress", finished: "sessionCompleted" },
  onboarding_session_intent: { started: "intentStarted", finished: "intentComplete" },
  // The spec shows an issue that the partner resolved, which sends no webhook.
  employer_issue: { started: "issueOpen", finished: "issueOpen" }
}

const resolved: Json = {
  status: "resolved",
  resolved_at: "2026-11-21T03:10:00Z",
  resolved_by: "system",
  recommended_actions: []
}

/** The data of an entity at a stage, before its own ids are put in. */
const exampleOf = (subject: WebhookSubjectName, stage: Stage): Json => {
  const { data } = example<{ readonly data: Json }>(NAMES[subject][stage])
  return subject === "employer_issue" && stage === "finished" ? { ...data, ...resolved } : data
}

/** Personal data of these examples, which belongs in no answer to a delivery. */
export const playedPerson: ReadonlyArray<{ readonly what: string; readonly value: string }> = [
  { what: "a tax file number", value: "123456782" },
  { what: "a birth date", value: "1996-02-29" },
  { what: "an e-mail address", value: "niamh@example.com" },
  { what: "a family name", value: "O'Connor-Đặng" },
  { what: "a member number", value: "0012345678" }
]

/** An entity, with what the kit does to the calls about it. */
interface CheckedEntity extends Entity {
  /** The check that made it. */
  readonly check: string | undefined
  /** In the mock. */
  readonly stored: Stored<Json>
  /** A refusal of one method waits for a call of that method. */
  readonly refusals: Array<{
    readonly status: number
    readonly retryAfter: number
    readonly method: RefusalOptions["method"]
  }>
  /** Settled once calls about it needn't wait any longer for their answers. */
  held: Promise<void> | undefined
}

const EMPLOYER = { id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000", remote_id: "1234" }
const EMPLOYEE = { id: "01a1fb82-8f40-7000-8000-000000000021", remote_id: "emp-0042" }

const detail = "The kit refuses this call on purpose."

const refusalOf = ({ retryAfter, status }: CheckedEntity["refusals"][number]): Refusal => {
  if (status === 429) return new Refusal("rate_limited", { detail, retryAfter })
  if (status === 503) return new Refusal("service_unavailable", { detail, retryAfter })
  return status === 404 ? new Refusal("not_found") : new Refusal("internal_error", { detail })
}

/** The products of the settings, with their keys, and the employer and employee that all other entities belong to. */
const mockOf = (
  { products }: PartnerSettings,
  employer: typeof EMPLOYER,
  employee: typeof EMPLOYEE,
  options: Parameters<typeof mockApi>[0]
): MockedApi => {
  const api = mockApi(options)
  const { employees, employers } = api.state
  for (const { id, key } of products) {
    const look = { name: "Checked product", target_origins: ["https://payroll.example.com"] }
    const product = addProduct(api.state, look, id)
    product.data = { ...product.data, tfn_access_enabled: true }
    addKey(api.state, product, null, Redacted.value(key))
    const own = { productId: id as string, version: 1 }
    employers.push({
      ...own,
      id: employer.id,
      data: { ...exampleOf("employer", "finished"), ...employer } as never
    })
    const data = { ...exampleOf("employee", "started"), ...employee, employer }
    employees.push({ ...own, id: employee.id, data: data as never })
  }
  return api
}

interface EntitiesOptions {
  readonly settings: PartnerSettings
  /** Known once the kit listens. */
  readonly baseUrl: () => string
  readonly docsUrl: string
}

export const makeEntities = ({ baseUrl, docsUrl, settings }: EntitiesOptions) => {
  const known: PartnerCheckTestData = settings.test_data ?? {}
  const employer = known.employer ?? EMPLOYER
  const employee = known.employee ?? EMPLOYEE
  const entities = new Map<string, CheckedEntity>()

  /** Holds or refuses a call about an entity, if its check asked for it. */
  const beforeAnswer = async ({ method, path, productId }: AcceptedCall): Promise<void> => {
    const entity = entities.get(idIn(path))
    if (entity === undefined || entity.stored.productId !== productId) return
    if (!path.startsWith(webhookSubjects[entity.subject].path + "/")) return
    await entity.held
    const { refusals } = entity
    const at = refusals.findIndex((refusal) => (refusal.method ?? method) === method)
    const [refusal] = at === -1 ? [] : refusals.splice(at, 1)
    if (refusal !== undefined) throw refusalOf(refusal)
  }

  const api = mockOf(settings, employer, employee, {
    baseUrl: baseUrl(),
    docsUrl,
    // A receiver keeps the ids that it has seen: those of another run must be others.
    nextId: uuidV7,
    beforeAnswer,
    // Test data names one remote_id for all intents and sessions.
    sharesRemoteIds: true
  })
  const { state } = api
  const stores: Readonly<Record<WebhookSubjectName, Array<Stored<never>>>> = {
    employer: state.employers as never,
    employee: state.employees as never,
    onboarding_session: state.sessions as never,
    onboarding_session_intent: state.intents as never,
    employer_issue: state.issues as never
  }

  const remoteIdOf = (subject: WebhookSubjectName, id: string, draw: Draw | undefined): string => {
    const nth = entities.size + 1
    const made = (word: string) => (draw === undefined ? `${word}-${nth}` : plainRemoteId(draw, word, nth))
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

  /** The data of an entity at a stage, with its own ids and those of what it belongs to. */
  const dataAt = ({ id, remoteId: remote_id, subject, url }: Entity, stage: Stage): Json => {
    const data: Json = { ...exampleOf(subject, stage), id, remote_id }
    switch (subject) {
      case "employer":
        return data
      case "employee":
        return { ...data, employer }
      case "employer_issue":
        return { ...data, employer_id: employer.id, employee_id: employee.id }
      case "onboarding_session_intent": {
        const hired = data["employee"] as Json
        const isNumbered = hired["remote_id"] !== null
        return {
          ...data,
          employer,
          employee: isNumbered ? { ...hired, remote_id: employee.remote_id } : hired
        }
      }
      case "onboarding_session": {
        const selection = data["onboarding_session_super_selection"] as Json
        const generated = { super_choice_form_pdf_url: stage === "finished" ? `${url}/choice-form` : null }
        return {
          ...data,
          employer,
          employee,
          onboarding_session_super_selection: { ...selection, generated }
        }
      }
    }
  }

  const add = (
    subject: WebhookSubjectName,
    { product = 0, uuid = 4 }: EntityOptions = {},
    check?: string,
    draw?: Draw
  ): CheckedEntity => {
    const id = randomUUID().replace(/^(.{14})4/, `$1${uuid}`)
    const named: Entity = {
      subject,
      id,
      remoteId: remoteIdOf(subject, id, draw),
      product,
      url: `${baseUrl()}${webhookSubjects[subject].path}/${id}`
    }
    const productId: ProductId = settings.products[product]!.id
    const stored: Stored<Json> = { id, productId, data: dataAt(named, "started"), version: 1 }
    stores[subject].push(stored as never)
    const made: CheckedEntity = { ...named, check, stored, refusals: [], held: undefined }
    entities.set(id, made)
    return made
  }

  /** The check that an entity belongs to; a session that was made of an intent belongs to the intent's. */
  const checkOf = (id: string): string | undefined => {
    const own = entities.get(id)
    if (own !== undefined) return own.check
    const intent = state.sessions.find((session) => session.id === id)?.data.onboarding_session_intent_id
    return intent === undefined || intent === null ? undefined : entities.get(intent)?.check
  }

  return {
    api,
    add,
    checkOf,
    advance: ({ id }: Entity, stage: Stage): void => {
      const entity = entities.get(id)
      if (entity === undefined) return
      const { stored } = entity
      const { onboarding_session_id: made } = stored.data
      const data = dataAt(entity, stage)
      stored.data = made === undefined ? data : { ...data, onboarding_session_id: made }
      stored.version++
    },
    /** The list of an entity's refusals, which the check fills and empties. */
    refusalsOf: ({ id }: Entity): CheckedEntity["refusals"] => entities.get(id)?.refusals ?? [],
    hold: ({ id }: Entity): { readonly release: () => void } => {
      const entity = entities.get(id)
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      if (entity !== undefined) entity.held = held
      return {
        release: () => {
          if (entity?.held === held) entity.held = undefined
          release()
        }
      }
    }
  }
}
