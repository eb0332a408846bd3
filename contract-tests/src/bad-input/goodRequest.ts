import type { Document, Operation, Schema } from "../openapi/operations.ts"
import type { WireRequest } from "./Case.ts"
import { sample } from "./samples.ts"

/** Ids of existing entities, by their subject and by the parameter's name. */
export type Ids = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The subject of an operation's path: its tag, or for sandbox operations a segment of their path. */
const subjectOf = ({ path, tag }: Operation): string =>
  tag === "sandbox" ? (path.split("/sandbox/")[1]?.split("/")[0] ?? tag) : tag

/** The path of an operation, with ids of existing entities. */
export const targetOf = (operation: Operation, ids: Ids): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[subjectOf(operation)]?.[name]
    if (id === undefined) throw new Error(`there is no ${name} for ${operation.id}`)
    return id
  })

/** Any version is accepted if an API allows `*`; the embed API doesn't. */
const tagFor = ({ pattern = "" }: Schema): string => (new RegExp(pattern, "u").test("*") ? "*" : '"0"')

/** A request without any fault, as far as the specs define it. */
export const goodRequest = (
  document: Document,
  operation: Operation,
  target: string,
  credentials: Readonly<Record<string, string>>
): WireRequest => {
  const body = operation.body === undefined ? undefined : sample(document, operation.body.schema)
  const ifMatch = operation.parameters.find(({ name }) => name === "If-Match")
  return {
    method: operation.method,
    target,
    headers: {
      ...(ifMatch === undefined ? {} : { "if-match": tagFor(ifMatch.schema) }),
      ...(operation.security.length === 0 ? {} : credentials),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    body: body === undefined ? undefined : JSON.stringify(body)
  }
}
