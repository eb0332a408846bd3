import { type Finding, SpecError } from "../findings.ts"
import { isObject, type Json, objectOf, textOf, formatPointer } from "./json.ts"

/**
 * Lists under `x-problems` of each operation the code of every problem that it returns, in the order of their statuses.
 *
 * An answer with one code has that one. Of an answer with several, an operation returns those under `x-problems` of the
 * answer, which every operation with this answer returns, and those under its own `x-problems`. Where the operation's
 * are more than the answer's, they become the description of the answer, unless it has a description of its own: that
 * one must then name the same codes.
 *
 * A document none of whose operations has `x-problems` has no such lists: its answers stay as they are.
 */
export const withProblemCodes = (path: string, document: Json): Json => {
  const findings: Array<Finding> = []
  const answers = answersOf(document)
  const components = withoutLists(objectOf(document["components"]))
  const paths = objectOf(document["paths"])
  const listed = Object.entries(paths).some(([, item]) =>
    Object.values(objectOf(item)).some((operation) => objectOf(operation)["x-problems"] !== undefined)
  )
  const completed = mapValues(paths, (item, url) =>
    mapValues(objectOf(item), (operation, method) =>
      listed && methods.has(method)
        ? withCodes(objectOf(operation), answers, (message) =>
            findings.push({
              code: "problem_codes",
              document: path,
              pointer: formatPointer(["paths", url, method]),
              message
            })
          )
        : operation
    )
  )
  if (findings.length > 0) throw new SpecError(findings)
  return {
    ...document,
    ...(document["paths"] === undefined ? {} : { paths: completed }),
    ...(document["components"] === undefined ? {} : { components })
  }
}

const methods = new Set(["get", "put", "post", "delete", "patch"])

/** The codes of a problem answer: all of its schema, and those that every operation with it returns. */
interface ProblemAnswer {
  readonly codes: ReadonlyArray<string>
  readonly always: ReadonlyArray<string>
}

const answersOf = (document: Json): ReadonlyMap<string, ProblemAnswer> => {
  const { responses, schemas } = objectOf(document["components"])
  return new Map(
    Object.entries(objectOf(responses)).flatMap(([name, response]) => {
      const media = objectOf(objectOf(response)["content"])["application/problem+json"]
      const schema = objectOf(objectOf(schemas)[lastOf(objectOf(objectOf(media)["schema"])["$ref"])])
      const codes = textsOf(objectOf(objectOf(schema["properties"])["code"])["enum"])
      const always = textsOf(objectOf(response)["x-problems"])
      return codes.length === 0
        ? []
        : [[`#/components/responses/${name}`, { codes, always: codes.length === 1 ? codes : always }]]
    })
  )
}

const withoutLists = (components: Json): Json => ({
  ...components,
  ...(components["responses"] === undefined
    ? {}
    : {
        responses: mapValues(objectOf(components["responses"]), (response) => {
          const { "x-problems": _, ...kept } = objectOf(response)
          return kept
        })
      })
})

const withCodes = (
  operation: Json,
  answers: ReadonlyMap<string, ProblemAnswer>,
  report: (message: string) => void
): Json => {
  const own = textsOf(operation["x-problems"])
  const all: Array<string> = []
  const entries = Object.entries(objectOf(operation["responses"])).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const responses = entries.map(([status, value]) => {
    const holder = objectOf(value)
    const answer = answers.get(textOf(holder["$ref"]) ?? "")
    if (answer === undefined) return [status, value] as const
    const codes = answer.codes.filter((code) => answer.always.includes(code) || own.includes(code))
    if (codes.length === 0) report(`${status} has several codes, and x-problems names none of them`)
    all.push(...codes)
    const description = textOf(holder["description"])
    if (description !== undefined) {
      const named = answer.codes.filter((code) => description.includes(`\`${code}\``))
      if (named.join() !== codes.join()) {
        report(`the description of ${status} names ${named.join(", ")}; x-problems says ${codes.join(", ")}`)
      }
    }
    const isMore = codes.some((code) => !answer.always.includes(code))
    return [
      status,
      description === undefined && isMore ? { ...holder, description: oneOf(codes) } : value
    ] as const
  })
  for (const code of own.filter((code) => !all.includes(code))) {
    report(`x-problems names ${code}, which is of none of its answers`)
  }
  const { responses: _, "x-problems": __, ...rest } = operation
  return {
    ...rest,
    responses: Object.fromEntries(responses),
    ...(all.length === 0 ? {} : { "x-problems": [...new Set(all)] })
  }
}

const oneOf = (codes: ReadonlyArray<string>) =>
  `${codes.length > 1 ? "One of: " : ""}${codes.map((code) => `\`${code}\``).join(", ")}.`

const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : []

const lastOf = (reference: unknown): string => (textOf(reference) ?? "").split("/").at(-1) ?? ""

const mapValues = (value: Json, f: (item: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, isObject(item) ? f(item, key) : item]))
