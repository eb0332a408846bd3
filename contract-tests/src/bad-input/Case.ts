import type { Document, Operation, Schema } from "../openapi/operations.ts"

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

export const typesOf = (schema: Schema): ReadonlyArray<string> => [schema.type ?? []].flat()

const hasRules = ({ dependentSchemas, if: condition, not }: Schema): boolean =>
  [not, condition, dependentSchemas].some((rule) => rule !== undefined)

/** The object without the properties that exclude others. */
const fitting = (
  document: Document,
  reference: Schema,
  object: Readonly<Record<string, unknown>>
): unknown => {
  let [fits, wrong] = [object, document.judge(reference, object).length]
  for (const name of Object.keys(object).toReversed()) {
    if (wrong === 0) break
    const { [name]: _, ...fewer } = fits
    const left = document.judge(reference, fewer).length
    if (left < wrong) [fits, wrong] = [fewer, left]
  }
  return fits
}

/** A value that a schema accepts, with every property that can be combined with the others. */
export const sample = (document: Document, reference: Schema): unknown => made(document, reference, fitting)

/** A value with every property of each object, even if some exclude each other. */
export const wholeSample = (document: Document, reference: Schema): unknown =>
  made(document, reference, (_, __, object) => object)

const made = (document: Document, reference: Schema, choose: typeof fitting): unknown => {
  const schema = document.resolve<Schema>(reference)
  if (schema.properties !== undefined) {
    const given = Object.keys(schema.properties).filter((name) => schema.properties![name]!.readOnly !== true)
    const whole = Object.fromEntries(
      given.map((name) => [name, made(document, unclosed(document, schema, name), choose)])
    )
    return hasRules(schema) ? choose(document, reference, whole) : whole
  }
  if (schema.items !== undefined) return [made(document, schema.items, choose)]
  const [value] = [...(schema.enum ?? []), ...(schema.examples ?? [])]
  if (value !== undefined) return value
  if (typesOf(schema).includes("boolean")) return true
  if (typesOf(schema).includes("null")) return null
  if (schema.minimum !== undefined) return schema.minimum
  throw new Error(`the specs have no example of ${JSON.stringify(reference)}`)
}

/** A property without the value that forbids some of the object's other properties. */
const unclosed = (document: Document, { if: when, properties, then }: Schema, name: string): Schema => {
  const reference = properties![name]!
  const closing = then?.additionalProperties === false ? when?.properties?.[name] : undefined
  const { enum: values } = document.resolve<Schema>(reference)
  return closing === undefined || values === undefined
    ? reference
    : { ...document.resolve<Schema>(reference), enum: values.filter((value) => value !== closing.const) }
}

interface WrongValue {
  readonly what: string
  readonly value: unknown
  readonly codes: ReadonlyArray<string>
}

const everyType: ReadonlyArray<readonly [string, unknown]> = [
  ["string", canary],
  ["number", canaryNumber],
  ["boolean", false],
  ["object", { [canary]: canary }],
  ["array", [canary]],
  ["null", null]
]

/** A value of each type that the schema refuses. */
export const wrongTypes = (schema: Schema): ReadonlyArray<WrongValue> => {
  const types = typesOf(schema)
  return everyType
    .filter(([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")))
    .map(([type, value]) => ({ what: `a ${type}`, value, codes: ["wrong_type", "not_allowed"] }))
}

/** Texts of the right form that fail a named check, by the check's name. */
const failingChecks: Readonly<Record<string, ReadonlyArray<string>>> = {
  abn: ["51824753557"],
  "abn-input": ["51 824 753 557", "10000000000"],
  tfn: ["123456789"],
  "tfn-input": ["123 456 789", "000000000"],
  "calendar-date": ["2026-02-30", "2025-02-29"],
  timestamp: ["2026-02-30T00:00:00Z"],
  "employer-number": ["Unknown", "0000"],
  usi: ["51824753557001"],
  "usi-input": ["51 824 753 557 001"],
  "member-number": ["999999999", "Unknown"],
  "member-number-input": ["999 999 999", " Unknown "]
}

/** One of these texts is excluded if a schema excludes some by `not`. */
const excluded = ["0", "un known"]

const formCodes = ["invalid_format", "too_short", "too_long", "not_allowed", "wrong_type"]

/** One of these breaks every pattern of the specs: names allow letters of any script, but no control characters. */
const shapeless = [`!! ${canary} !!`, `${canary}\u0000`, `${canary}\n`, `${canary}0\u0007`]

const excludedBy = ({ not, pattern = "" }: Schema): ReadonlyArray<string> => {
  if (not?.pattern === undefined) return []
  const left = excluded.filter(
    (text) => new RegExp(pattern, "u").test(text) && new RegExp(not.pattern!, "u").test(text)
  )
  if (left.length === 0) throw new Error(`no text is known that ${not.pattern} excludes`)
  return left
}

/** Strings that the schema refuses. */
export const wrongTexts = (schema: Schema): ReadonlyArray<WrongValue> => {
  if (!typesOf(schema).includes("string")) return []
  const check = schema["x-check"]
  const failing = check === undefined ? [] : failingChecks[check]
  if (failing === undefined) throw new Error(`no text is known that fails the check ${check}`)
  const broken = shapeless.find(
    (text) => schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text)
  )
  if (schema.pattern !== undefined && broken === undefined)
    throw new Error(`every text fits ${schema.pattern}`)
  return [
    ...(schema.enum === undefined
      ? []
      : [{ what: "none of the values", value: canary, codes: ["not_allowed"] }]),
    ...(broken === undefined ? [] : [{ what: "another form", value: broken, codes: formCodes }]),
    ...((schema.minLength ?? 0) > 0
      ? [{ what: "an empty text", value: "", codes: ["required", ...formCodes] }]
      : []),
    ...(schema.maxLength === undefined
      ? []
      : [{ what: "too long a text", value: canary + "a".repeat(schema.maxLength), codes: formCodes }]),
    ...excludedBy(schema).map((value) => ({
      what: `"${value}", which is excluded`,
      value,
      codes: ["not_allowed"]
    })),
    ...failing.map((value) => ({
      what: `"${value}", which fails ${check}`,
      value,
      codes: ["invalid_checksum", "invalid_format", "not_allowed"]
    }))
  ]
}

const isText = (value: unknown): value is string => typeof value === "string"

/** The cursors in the examples of a list operation: of its parameter, and of its answers. */
export const exampleCursors = ({ answers, parameters }: Operation): ReadonlyArray<string> =>
  [
    parameters.find(({ in: place, name }) => place === "query" && name === "after")?.example,
    ...answers.map((answer) => (answer as { pagination?: { next_cursor?: unknown } }).pagination?.next_cursor)
  ].filter(isText)

/** The operations whose `after` is a cursor. */
export const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some(
    ({ in: place, name, schema }) => place === "query" && name === "after" && schema.type === "string"
  )
