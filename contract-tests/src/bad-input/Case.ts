import type { Document, Operation, Schema } from "../openapi/operations.ts"
import { sample } from "./samples.ts"

/** A request in its wire form. */
export interface WireRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent unchanged; a list of chunks is sent without Content-Length. */
  readonly body?: string | Buffer | ReadonlyArray<Buffer> | undefined
}

/** The expected answer. */
export interface Want {
  readonly status: number
  readonly code: string
  /** One of the issues has to be this one. */
  readonly issue?: {
    readonly in: "body" | "query" | "header"
    readonly pointer: string
    /** Any of these codes; any code at all if absent. */
    readonly codes?: ReadonlyArray<string>
  }
  /** Headers that the answer must have. */
  readonly headers?: Readonly<Record<string, RegExp>>
}

/** One fault in one request. */
export interface Case {
  readonly name: string
  readonly request: WireRequest
  readonly want: Want
}

/** Part of every wrong value; it must appear in no answer and no log. */
export const canary = "canary7f3e91c2"

/** The same for wrong numbers. */
export const canaryNumber = 7319465082

/** Whether an answer repeats one of the two. */
export const echoes = (text: string): boolean => text.includes(canary) || text.includes(String(canaryNumber))

export const validationFailed = (issue: Want["issue"] & {}): Want => ({
  status: 422,
  code: "validation_failed",
  issue
})

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
