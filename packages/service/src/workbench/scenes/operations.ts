import { PartnerApi, PartnerKeySecurity, ProductKeySecurity } from "@embedded-super/contracts/partner-api"
import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

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
export const readerOf = ({ path, source }: SceneOperation): SceneOperation | undefined =>
  all.find((other) => other.source === source && other.path === path && other.method === "GET")

/** The values of an operation's path parameters in a path that was called. */
export const parametersIn = (
  { path }: SceneOperation,
  called: string
): ReadonlyArray<readonly [name: string, value: string]> => {
  const parts = called.split("/")
  return path
    .split("/")
    .flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), parts[at] ?? ""]] : []))
}
