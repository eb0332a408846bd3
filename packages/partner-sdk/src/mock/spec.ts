/** What the mock knows of the partner API's spec: its operations, examples and problems. */
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { operations } from "@embedded-super/contracts/types/partner-api"

/** The operations of the service; the spec's webhooks are received by your own server. */
export type OperationId = Exclude<keyof operations, `receive${string}`>

/** A part of the document. */
export type Json = Readonly<Record<string, any>>

const spec: Json = document

/** What a reference leads to; anything else as it is. */
export const resolved = (value: Json): Json =>
  typeof value["$ref"] === "string"
    ? resolved(
        value["$ref"]
          .slice(2)
          .split("/")
          .reduce((found: Json, key: string) => found[key.replaceAll("~1", "/").replaceAll("~0", "~")], spec)
      )
    : value

/** An operation from the spec. */
export interface SpecifiedOperation {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  readonly path: string
  /** The kind of key that it requires; undefined if none. */
  readonly security: "PartnerKey" | "ProductKey" | undefined
  readonly takesIdempotencyKey: boolean
  /** A secret is shown once, so its answer isn't repeated. */
  readonly showsSecret: boolean
  /** Its JSON body; undefined if it has none. */
  readonly body: { readonly isRequired: boolean; readonly schema: Json } | undefined
  /** Of its query and headers. */
  readonly parameters: ReadonlyArray<Json>
  /** Its first successful answer: the spec's first example, with the headers that are required. */
  readonly answer: {
    readonly status: number
    readonly body: unknown
    readonly headers: Readonly<Record<string, string>>
  }
}

const bodyOf = ({ requestBody }: Json): SpecifiedOperation["body"] =>
  requestBody && {
    isRequired: requestBody["required"] === true,
    schema: requestBody["content"]["application/json"]["schema"]
  }

const parametersOf = ({ parameters = [] }: Json): ReadonlyArray<Json> => parameters.map(resolved)

const answerOf = ({ responses }: Json): SpecifiedOperation["answer"] => {
  const [status, response] = Object.entries<Json>(responses).find(([code]) => code.startsWith("2")) ?? [
    "204",
    {}
  ]
  const { content, headers } = resolved(response)
  const [first] = Object.values<Json>(content?.["application/json"]?.["examples"] ?? {})
  return {
    status: Number(status),
    body: first && resolved(first)["value"],
    headers: Object.fromEntries(
      Object.entries<Json>(headers ?? {}).flatMap(([name, header]) => {
        const { example, required } = resolved(header)
        return required === true ? [[name.toLowerCase(), String(example)]] : []
      })
    )
  }
}

const implemented = Object.entries<Json>(spec["paths"]).flatMap(([path, item]) =>
  Object.entries<Json>(item)
    .filter(([, operation]) => operation["operationId"] !== undefined && operation["x-planned"] === undefined)
    .map(([method, operation]): readonly [OperationId, SpecifiedOperation] => [
      operation["operationId"],
      {
        method: method as SpecifiedOperation["method"],
        path,
        security: Object.keys((operation["security"] ?? spec["security"])[0] ?? {})[0] as
          | SpecifiedOperation["security"]
          | undefined,
        takesIdempotencyKey: parametersOf(operation).some(({ name }) => name === "Idempotency-Key"),
        showsSecret: operation["x-problems"]?.includes("idempotent_replay_of_secret") ?? false,
        body: bodyOf(operation),
        parameters: parametersOf(operation),
        answer: answerOf(operation)
      }
    ])
)

/** The operations that the service implements today. */
export const operationsOfToday: ReadonlyMap<OperationId, SpecifiedOperation> = new Map(implemented)

/** A named example of the spec, as a basis for an answer. */
export const example = <Answer>(name: string): Answer =>
  structuredClone(spec["components"]["examples"][name]["value"])

/** The body of a problem from the spec's example, by its code. */
export interface ProblemExample {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly instance?: string
  readonly request_id?: string
}

/** The problems of the spec, by code. */
export const problemExamples: ReadonlyMap<string, ProblemExample> = new Map(
  Object.values<Json>(spec["components"]["responses"]).flatMap((response) =>
    Object.values<Json>(response["content"]["application/problem+json"]["examples"])
      .map((found) => resolved(found)["value"] as ProblemExample)
      .map((problem) => [problem.code, problem] as const)
  )
)
