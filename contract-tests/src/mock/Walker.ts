/**
 * Walks through the partner API, and notes of each answer what two services have in common: its status, its problem, the
 * state of its entity, the names of its keys and headers, and in the end the events.
 */
import { SpecChecker } from "@embedded-super/program/testing/SpecChecker"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { mockService } from "@embedded-super/partner-sdk/msw"
import { getResponse } from "msw"
import { implemented, readDocument } from "../openapi/operations.ts"
import { seedPartner } from "../onboarding/seed.ts"
import { sharedPrograms } from "../programs/shared.ts"

/** Who calls: the product of the walk, another one of the same partner, the partner, a stranger, or nobody. */
export type Who = "product" | "other" | "partner" | "stranger" | "nobody"

/** The service or the SDK's mock, as a walk sees it: both answer a request. */
export interface Player {
  readonly url: string
  readonly productId: string
  readonly send: (request: Request) => Promise<Response>
  readonly keys: Readonly<Record<Who, string | undefined>>
}

const nobody = { stranger: "product_sandbox_8fK2mQ4z_wrong", nobody: undefined }

/** No server listens there, so deliveries stay pending, as in the mock. */
const UNREACHABLE = "http://127.0.0.1:9/webhooks"

/** Products of the running service for so many walks. Each call takes an unused one, also for a walk's second try. */
export const servicePlayers = async (walks: number): Promise<() => Promise<Player>> => {
  const { fund, service } = await sharedPrograms()
  const wanted = { slug: "walks", products: 2 * walks + 1, webhookUrl: UNREACHABLE }
  const { partner, products } = await seedPartner(service, fund, wanted)
  const [other, ...unused] = products
  await service.run("admin", "issue-webhooks", "on", "--partner", "walks")
  return async () => {
    const product = unused.shift()
    if (product === undefined) throw new Error("Each walk has a product for two tries, and all are used.")
    const { id, key } = product
    await service.run("admin", "product", "tfn-access", id, "on")
    return {
      url: service.url,
      productId: id,
      send: (request) => fetch(request),
      keys: { product: key, other: other?.key, partner: partner.key, ...nobody }
    }
  }
}

/** A mock of its own. */
export const mockPlayer = async (): Promise<Player> => {
  const mock = mockService()
  const send = async (request: Request): Promise<Response> => {
    const answer = await getResponse([...mock.handlers], request)
    if (answer === undefined) throw new Error(`The mock doesn't know ${request.method} ${request.url}`)
    return answer
  }
  const asPartner = async (path: string, body: object) => {
    const headers = { "x-api-key": mock.partnerKey, "content-type": "application/json" }
    const url = `${mock.baseUrl}/api/v1/${path}`
    const answer = await send(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }))
    return (await answer.json()).data
  }
  const { id } = await asPartner("products", { name: "Another payroll" })
  const { secret: other } = await asPartner(`products/${id}/keys`, {})
  return {
    url: mock.baseUrl,
    productId: mock.product.id,
    send,
    keys: { product: mock.product.key, other, partner: mock.partnerKey, ...nobody }
  }
}

export interface Asked {
  /** By default the walk's product. */
  readonly as?: Who
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The answer comes before what follows from it, which the mock does at once: only its status is noted. */
  readonly isEarly?: boolean
}

export interface Walker {
  readonly productId: string
  /** Calls an operation, notes the answer, and returns its data and headers. */
  readonly call: (
    operation: string,
    asked?: Asked
  ) => Promise<{ readonly data: any; readonly headers: Headers }>
  /** Calls until it holds, and notes the last answer. The service needs a moment for what the mock does at once. */
  readonly until: (operation: string, asked: Asked, holds: (data: any) => boolean) => Promise<void>
  /** Notes the events so far. */
  readonly events: () => Promise<void>
}

const document = readDocument("partner-api")
const operations = new Map(implemented(document).map((operation) => [operation.id, operation]))
const spec = new SpecChecker(
  "partner-api",
  new URL("../../../packages/contracts/bundled/partner-api.json", import.meta.url)
)

/** Headers that say what the API does; the others are of the server or of the connection. */
const HEADERS = [
  "content-disposition",
  "content-type",
  "etag",
  "idempotency-replayed",
  "location",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "www-authenticate",
  "x-request-id"
]

/** Properties of entities whose values both have to agree on. */
const STATES: ReadonlySet<string> = new Set([
  "accepted_stapling_statement",
  "active",
  "confirmed",
  "current_step",
  "data_delivery_state",
  "default_fund_source",
  "deliveries_count",
  "email",
  "email_validated",
  "kind",
  "onboarding_configuration",
  "onboarding_status",
  "outcome",
  "remote_id",
  "resolved_by",
  "stapling_status",
  "status"
])

type Json = Readonly<Record<string, any>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The same text without ids, which differ. A `remote_id` may be an id, too. */
const withoutIds = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll(UUID, "an id") : value

const entityOf = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(entityOf)
  if (!isObject(data)) return typeof data
  const parts = Object.entries(data)
  return {
    keys: parts.map(([name]) => name).toSorted(),
    states: parts.filter(([name]) => STATES.has(name)).map(([name, value]) => [name, withoutIds(value)]),
    selection: data["onboarding_session_super_selection"]?.outcome,
    isConverted: typeof data["onboarding_session_id"] === "string"
  }
}

const sorted = <A extends Json>(value: A): A =>
  isObject(value) && Array.isArray(value["states"]) ? { ...value, states: value["states"].toSorted() } : value

const problemOf = ({ code, errors, state, title, ...rest }: Json) => ({
  problem: { code, state, title },
  errors: errors?.map((error: Json) => [error["in"], error["pointer"], error["code"]]),
  keys: Object.keys(rest).toSorted()
})

const noteOf = (status: number, body: unknown): unknown => {
  if (!isObject(body)) return typeof body === "string" ? body.slice(0, 4) : undefined
  if (status >= 400) return problemOf(body)
  const { data, pagination, ...rest } = body
  return {
    keys: Object.keys(rest).toSorted(),
    data: Array.isArray(data)
      ? data.map((each) => sorted(entityOf(each) as Json))
      : sorted(entityOf(data) as Json),
    isMore: pagination === undefined ? undefined : pagination.next_cursor !== null
  }
}

/** Walks on one of the two. The notes fill up; an answer that breaks the spec is among them. */
export const walkerOf = (player: Player, notes: Array<unknown>): Walker => {
  const ask = async (
    id: string,
    { as = "product", body, headers = {}, path = {}, query = {} }: Asked = {}
  ) => {
    const operation = operations.get(id)
    if (operation === undefined) throw new Error(`There is no operation ${id}`)
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "")
    const search = new URLSearchParams(query).toString()
    const key = player.keys[as]
    const answer = await player.send(
      new Request(`${player.url}${filled}${search === "" ? "" : `?${search}`}`, {
        method: operation.method,
        headers: {
          ...(key === undefined ? {} : { "x-api-key": key }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get("content-type") ?? "")
    return { answer, operation, body: text === "" ? undefined : isJson ? JSON.parse(text) : text }
  }

  const note = (
    id: string,
    { answer, body, operation }: Awaited<ReturnType<typeof ask>>,
    isEarly = false
  ) => {
    const { headers, status } = answer
    const broken = [...spec.differences(id, { status, headers, body })]
    if (status >= 400 && operation.problems?.includes(body.code) === false)
      broken.push(`${id} doesn't list ${body.code} under x-problems`)
    notes.push({
      operation: id,
      status,
      ...(broken.length === 0 ? {} : { broken }),
      headers: HEADERS.filter((name) => headers.has(name)),
      body: isEarly ? undefined : noteOf(status, body)
    })
    return { data: body?.data, headers }
  }

  return {
    productId: player.productId,
    call: async (id, asked) => note(id, await ask(id, asked), asked?.isEarly),
    until: async (id, asked, holds) => {
      const found = await receiptOf(async () => {
        const answered = await ask(id, asked)
        return holds(answered.body.data) ? answered : undefined
      })
      note(id, found)
    },
    events: async () => {
      const { body } = await ask("listEvents", { query: { limit: "100" } })
      const events = body.data.map(({ payload }: Json) => [
        payload["event"],
        payload["subject"],
        withoutIds(new URL(payload["url"]).pathname),
        Object.keys(payload).toSorted().join(" ")
      ])
      // Of several changes in a row, a receiver sees the last one: a newer webhook replaces one that waits.
      notes.push({
        events: events.filter(
          (event: unknown, nth: number) => JSON.stringify(event) !== JSON.stringify(events[nth - 1])
        )
      })
    }
  }
}
