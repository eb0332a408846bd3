import { type Json, objectOf, valueAt, parsePointer } from "./json.ts"

/**
 * Adds the default answers of an operation, from `x-default-answers` at the top of its document. So each operation
 * lists only its own: its successes, and the problems that no rule adds. The bundled documents list every answer of
 * every operation.
 *
 * `x-default-answers` is a list of `{ when, answers, headers, parameters, problems }`. `answers` are added if the operation lists
 * none of that status; `headers` are placed before those of its successes, and `parameters` before its own; `problems` are codes
 * that `x-problems` of the operation lists besides its own. `when` is one of the conditions below, or the name of a header
 * parameter of the operation. The trap: only `x-without: ["503"]` on an operation removes a default answer.
 */
export const withDefaultAnswers = (document: Json): Json => {
  const { "x-default-answers": defaults, ...rest } = document
  if (!Array.isArray(defaults)) return document
  const paths = mapValues(objectOf(rest["paths"]), (item) =>
    mapValues(objectOf(item), (operation, method) =>
      methods.has(method)
        ? completed(rest, objectOf(item), objectOf(operation), defaults as ReadonlyArray<Defaults>)
        : operation
    )
  )
  return { ...rest, paths }
}

interface Defaults {
  readonly when: string
  readonly answers?: Json
  readonly headers?: Json
  readonly parameters?: ReadonlyArray<unknown>
  readonly problems?: ReadonlyArray<string>
}

const methods = new Set(["get", "put", "post", "delete", "patch"])

const completed = (document: Json, item: Json, operation: Json, defaults: ReadonlyArray<Defaults>): Json => {
  const { "x-without": without, ...kept } = operation
  const fitting = defaults.filter(({ when }) => fits(when, document, item, operation))
  const headers = Object.assign({}, ...fitting.map((each) => each.headers ?? {})) as Json
  const answers = Object.assign({}, ...fitting.map((each) => each.answers ?? {})) as Json
  const left = new Set(Array.isArray(without) ? (without as ReadonlyArray<string>) : [])
  const added = Object.entries(answers).filter(([status]) => !left.has(status))
  const problems = fitting.flatMap((each) => each.problems ?? [])
  const listed = Array.isArray(kept["x-problems"]) ? kept["x-problems"] : []
  const responses = mapValues(
    { ...Object.fromEntries(added), ...objectOf(kept["responses"]) },
    (answer, status) => (/^[23]/.test(status) ? withHeaders(objectOf(answer), headers) : answer)
  )
  return {
    ...withParameters(
      kept,
      fitting.flatMap((each) => each.parameters ?? [])
    ),
    responses,
    ...(problems.length === 0 ? {} : { "x-problems": [...listed, ...problems] })
  }
}

/** An operation's parameters come before what it takes and answers. */
const withParameters = (operation: Json, added: ReadonlyArray<unknown>): Json => {
  if (added.length === 0) return operation
  const { parameters, ...rest } = operation
  const own = Array.isArray(parameters) ? parameters : []
  const entries = Object.entries(rest)
  const at = Object.keys(operation).findIndex((key) => laterKeys.has(key))
  return Object.fromEntries([
    ...entries.slice(0, at),
    ["parameters", [...added, ...own]],
    ...entries.slice(at)
  ])
}

const laterKeys = new Set(["parameters", "x-codes", "requestBody", "responses"])

const withHeaders = ({ description, headers: own, ...rest }: Json, headers: Json): Json => {
  const all = { ...headers, ...objectOf(own) }
  return { description, ...(Object.keys(all).length === 0 ? {} : { headers: all }), ...rest }
}

/** Whether a rule applies to an operation. */
const fits = (when: string, document: Json, item: Json, operation: Json): boolean => {
  const parameters = [item, operation].flatMap(({ parameters }) =>
    Array.isArray(parameters) ? parameters.map((each) => resolved(document, each)) : []
  )
  const has = (place: string) => parameters.some((parameter) => parameter["in"] === place)
  switch (when) {
    case "always":
      return true
    case "secured": {
      const security = operation["security"] ?? document["security"]
      return Array.isArray(security) && security.length > 0
    }
    case "body":
      return operation["requestBody"] !== undefined
    case "content":
      return Object.entries(objectOf(operation["responses"])).some(
        ([status, answer]) => status.startsWith("2") && objectOf(answer)["content"] !== undefined
      )
    case "path":
    case "query":
      return has(when)
    default:
      return parameters.some(({ in: place, name }) => place === "header" && name === when)
  }
}

const resolved = (document: Json, value: unknown): Json => {
  const reference = objectOf(value)["$ref"]
  return typeof reference === "string"
    ? objectOf(valueAt(document, parsePointer(reference.replace(/^#/, ""))))
    : objectOf(value)
}

const mapValues = (value: Json, f: (item: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, f(item, key)]))
