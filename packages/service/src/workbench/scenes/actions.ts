import { SessionAdvance, type TimelineEntry } from "@embedded-super/contracts/schemas"
import { PartnerApi, PartnerKeySecurity, ProductKeySecurity } from "@embedded-super/contracts/partner-api"
import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type { SceneEntry, SceneWriter } from "./SceneWriter.ts"

/** An operation that a scene can call. */
export interface SceneOperation {
  readonly source: "partner-api" | "workbench-api"
  readonly name: string
  readonly method: string
  /** With its parameters: `/api/v1/employers/:id`. */
  readonly path: string
  /** Whether a call without a body is refused. */
  readonly needsBody: boolean
  /** The input that holds its key; undefined if it needs none. */
  readonly key: "product_key" | "partner_key" | undefined
}

const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  source: SceneOperation["source"],
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<SceneOperation> => {
  const found: Array<SceneOperation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { identifier, method, path, payload }, middleware }) => {
      const names = new Set([...middleware].map(({ key }) => key))
      const key = names.has(PartnerKeySecurity.key)
        ? "partner_key"
        : names.has(ProductKeySecurity.key)
          ? "product_key"
          : undefined
      const bodies = [...payload.values()].flatMap(({ schemas }) => schemas)
      const needsBody = bodies.length > 0 && !bodies.some(({ ast }) => HttpApiSchema.isNoContent(ast))
      found.push({ source, name: identifier, method, path, needsBody, key })
    }
  })
  return found
}

const all = [...operationsOf("partner-api", PartnerApi), ...operationsOf("workbench-api", WorkbenchApi)]

const byName = new Map(all.map((operation) => [operation.name, operation]))

/** An operation of the partner or of the Workbench; undefined for others, as those of embeds. */
export const operationNamed = (name: string): SceneOperation | undefined => byName.get(name)

/** The operation that reads the resource which another one changes: the same path, by GET. */
const readerOf = ({ path, source }: SceneOperation): SceneOperation | undefined =>
  all.find((other) => other.source === source && other.path === path && other.method === "GET")

/** The values of an operation's path parameters in a path that was called. */
const parametersIn = (
  { path }: SceneOperation,
  called: string
): ReadonlyArray<readonly [name: string, value: string]> => {
  const parts = called.split("/")
  return path
    .split("/")
    .flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), parts[at] ?? ""]] : []))
}

const NO_CONTENT: ReadonlySet<string> = new Set(["setAto", "setFundCredentials"])
const ADVANCES: ReadonlySet<string> = new Set(SessionAdvance.fields.to.literals)

/** Replaces the parts of a noted path that may be private. */
const NOT_SHOWN = "…"

/** A pulled lever; false if it can't be pulled again. */
export const addLever = (writer: SceneWriter, { detail, summary }: TimelineEntry): boolean => {
  const operation = operationNamed(detail["lever"] ?? "")
  if (operation === undefined || detail["body"] === undefined) return false
  const body = writer.payload(JSON.parse(detail["body"]), undefined)
  const target = detail["target"]
  const path = parametersIn(operation, operation.path).map(([name]) => {
    const named = name === "slug" ? "fund" : name
    return [name, writer.standInFor(target ?? "", named)] as const
  })
  const status = NO_CONTENT.has(operation.name) ? 204 : 200
  writer.call(operation, writer.stepNamed(operation.name), { body, description: summary, path, status })
  return true
}

/** A call of the partner; false if its body isn't kept any more, or can't be sent, or its path isn't shown whole. */
export const addCall = (
  writer: SceneWriter,
  operation: SceneOperation,
  { answer, entry, request }: SceneEntry
): boolean => {
  const { path: called, status } = entry
  if (request === undefined || called === null || status === null) return false
  // `respect` sends an empty object as no body at all.
  const { shown } = request
  const hasBody = typeof shown === "object" && shown !== null && Object.keys(shown).length > 0
  if (operation.needsBody && !hasBody) return false
  const parameters = parametersIn(operation, called)
  if (parameters.some(([, value]) => value === NOT_SHOWN)) return false
  const path = parameters.map(([name, value]) => [name, writer.standInFor(value, name)] as const)
  const reader = request.headers["if-match"] === undefined ? undefined : readerOf(operation)
  const headers: Array<unknown> = []
  if (reader !== undefined) {
    const read = writer.stepNamed(reader.name)
    const etag = writer.references.output(read, "etag", "$response.header.etag")
    writer.call(reader, read, { description: "The partner reads its present version.", path, status: 200 })
    headers.push({ name: "If-Match", in: "header", value: etag })
  }
  const stepId = writer.stepNamed(operation.name)
  writer.call(operation, stepId, {
    ...(hasBody ? { body: writer.payload(shown, request.original) } : {}),
    description: `The partner calls ${operation.name}.`,
    headers,
    path,
    status
  })
  writer.references.learn(stepId, answer?.original ?? answer?.shown)
  return true
}

/** The state that a person brought a session to in an embed; undefined for anything else. */
export const movedInEmbed = (
  entry: TimelineEntry,
  bySpan: ReadonlyMap<string, TimelineEntry>
): { readonly id: string; readonly to: string } | undefined => {
  const parent = bySpan.get(entry.parent_id ?? "")
  const to = entry.detail["to_state"]
  const session = entry.about.find(({ kind }) => kind === "onboarding_session")
  const isByPerson = entry.kind === "session_changed" && parent?.path?.startsWith("/embed-api/") === true
  return isByPerson && to !== undefined && session !== undefined && ADVANCES.has(to)
    ? { id: session.id, to }
    : undefined
}

const advance = operationNamed("advanceOnboardingSession")

export const addAdvance = (
  writer: SceneWriter,
  { id, to }: { readonly id: string; readonly to: string },
  fund: string | undefined
): void => {
  if (advance === undefined) return
  const chosen = fund === undefined ? {} : { fund: writer.standInFor(fund, "fund") }
  writer.call(advance, writer.stepNamed(advance.name), {
    body: { to, ...chosen },
    description: `The employee goes on to ${to.replaceAll("_", " ")}.`,
    path: [["id", writer.standInFor(id, "onboarding_session_id")]],
    status: 200
  })
}
