import { slotOptions } from "@embedded-super/http-manners"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"
import type { RawCall } from "../Message.ts"

export interface Operation {
  readonly endpoint: HttpApiEndpoint.Top
  readonly options: ReturnType<typeof slotOptions>
  /** The schemas of each status. */
  readonly answers: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

/** The operations of an API. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, successes }) => {
      const options = slotOptions(mergedAnnotations)
      operations.push({ endpoint, options, answers: new Map([...errors, ...successes]) })
    }
  })
  return operations
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/"

const isAt = (template: string, path: string): boolean => {
  const parts = template.split("/")
  const others = path.split("/")
  return (
    parts.length === others.length &&
    parts.every((part, index) => part.startsWith(":") || part === others[index])
  )
}

/**
 * The operation with this id, or the one at this method and path; of two that match, the one with fewer parameters. A
 * fund's operation has the name in its profile too, which is the last part of its suggested path: `member_registration`.
 */
export const operationOf = (
  operations: ReadonlyArray<Operation>,
  id: string | undefined,
  { method, url }: Pick<RawCall, "method" | "url">
): Operation | undefined => {
  if (id !== undefined) {
    return operations.find(({ endpoint }) => endpoint.identifier === id || endpoint.path === `/v1/${id}`)
  }
  const path = pathOf(url)
  return operations
    .filter(({ endpoint }) => endpoint.method === method && isAt(endpoint.path, path))
    .toSorted((a, b) => a.endpoint.path.split(":").length - b.endpoint.path.split(":").length)[0]
}
