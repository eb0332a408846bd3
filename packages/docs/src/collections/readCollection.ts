import { readFile } from "node:fs/promises"
import { bundleFile } from "@embedded-super/specs"
import { markPlanned } from "../planned.ts"
import type { Collection, CollectionRequest, Value } from "./Collection.ts"

/** The APIs that people call manually, and their `start` URLs. */
export const collected = {
  "partner-api": "http://localhost:4000",
  "fund-api": "https://127.0.0.1:4010"
} as const
export type CollectedApi = keyof typeof collected

type Ref = { readonly $ref?: string }

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  summary?: string
  description?: string
  readonly tags: readonly [string]
  readonly parameters?: ReadonlyArray<Parameter & Ref>
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Record<string, { value: unknown } & Ref> }>
    >
  }
}

interface Document {
  readonly info: { readonly title: string; readonly summary: string; readonly version: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name?: string }>> }
}

const methods = ["get", "put", "post", "patch", "delete"]

/** The target of a bundle's reference. */
const resolved = <A extends Ref>(document: Document, value: A): A => {
  if (value.$ref === undefined) return value
  const path = value.$ref.slice(2).split("/")
  return path.reduce<any>((node, key) => node[key], document)
}

const valueOf = ({ description = "", example, name, required = false }: Parameter): Value => ({
  name,
  value: String(example ?? ""),
  description,
  isSent: required
})

/** The first authentication scheme that is a key in a header. */
const keyOf = ({ components, security }: Document, operation: Operation): CollectionRequest["key"] => {
  for (const scheme of (operation.security ?? security).flatMap((requirement) => Object.keys(requirement))) {
    const header = components.securitySchemes[scheme]?.name
    if (header !== undefined) return { header, variable: scheme.charAt(0).toLowerCase() + scheme.slice(1) }
  }
  return undefined
}

const requestOf = (
  document: Document,
  path: string,
  method: string,
  operation: Operation
): CollectionRequest => {
  const common =
    (document.paths[path] as { readonly parameters?: ReadonlyArray<Parameter & Ref> }).parameters ?? []
  const parameters = [...common, ...(operation.parameters ?? [])].map((one) => resolved(document, one))
  const at = (place: Parameter["in"]) => parameters.filter((one) => one.in === place).map(valueOf)
  const [example] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {})
  return {
    id: operation.operationId,
    name: operation.summary ?? operation.operationId,
    description: operation.description ?? "",
    method: method.toUpperCase(),
    path,
    pathValues: at("path"),
    query: at("query"),
    headers: at("header"),
    key: keyOf(document, operation),
    body: example === undefined ? undefined : resolved(document, example).value
  }
}

/** Reads the bundled spec of an API as a collection: a folder for each tag, a request for each operation. */
export const readCollection = async (api: CollectedApi): Promise<Collection> => {
  const document: Document = markPlanned(JSON.parse(await readFile(bundleFile(api), "utf8")))
  const requests = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        tag: operation.tags[0],
        request: requestOf(document, path, method, operation)
      }))
  )
  const others = document.servers.map(({ url }) => url).filter((url) => url !== collected[api])
  return {
    name: document.info.title,
    description: document.info.summary,
    version: document.info.version,
    environments: [
      { name: "Local", baseUrl: collected[api] },
      ...others.map((baseUrl) => ({ name: new URL(baseUrl).hostname, baseUrl }))
    ],
    secrets: [...new Set(requests.flatMap(({ request }) => request.key?.variable ?? []))],
    folders: document.tags
      .map(({ description, name }) => ({
        name,
        description,
        requests: requests.filter(({ tag }) => tag === name).map(({ request }) => request)
      }))
      .filter((folder) => folder.requests.length > 0)
  }
}
