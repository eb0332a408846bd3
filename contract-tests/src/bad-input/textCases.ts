import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import type { Document, Operation, Schema } from "../openapi/operations.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type WireRequest, typesOf, wholeSample } from "./Case.ts"
import type { WireAnswer } from "./judge.ts"

/**
 * Characters that no text accepts: null, bell, escape, delete, next line; right-to-left override, a mark and two letters that show nothing, a code that is
 * no character, a tag.
 */
const controls = ["\u0000", "\u0007", "\u001b", "\u007f", "\u0085"]
const unseen = ["\u202e", "\u034f", "\u2800", "\u3164", "\uffff", "\u{e0041}"]
const unwanted = [...controls, ...unseen]

/** A request in which one text holds one unwanted character. */
export interface TextCase {
  readonly name: string
  readonly request: WireRequest
  readonly character: string
  readonly place: { readonly in: "body" | "query" | "header" | "path"; readonly pointer: string }
}

type Step = string | number

const values: Readonly<Record<string, Schema>> = parse(
  readFileSync(join(projectRoot, "specs/schemas/values.yaml"), "utf8")
)

/** For parameters without an example. */
const anyText = "wattle"

/** The example of a text. A nullable text takes the examples of its non-null schema. */
const exampleOf = (document: Document, reference: Schema): string => {
  const schema = document.resolve<Schema>(reference)
  const name =
    reference.$ref
      ?.split("/")
      .at(-1)
      ?.replace(/OrNull$/, "") ?? ""
  const examples = [...(schema.examples ?? []), ...(schema.enum ?? []), ...(values[name]?.examples ?? [])]
  const example = examples.concat(anyText).find((one) => document.judge(schema, one).length === 0)
  if (typeof example !== "string")
    throw new Error(`the specs have no example of ${JSON.stringify(reference)}`)
  return example
}

/**
 * Every text of a body: its path, its example, and the characters that it refuses. Unseen ones in a pasted number are removed.
 */
const textsOf = (
  document: Document,
  reference: Schema,
  path: ReadonlyArray<Step> = []
): ReadonlyArray<readonly [path: ReadonlyArray<Step>, example: string, refused: ReadonlyArray<string>]> => {
  const schema = document.resolve<Schema>(reference)
  if (typesOf(schema).includes("string"))
    return [[path, exampleOf(document, reference), "x-pasted" in schema ? controls : unwanted]]
  if (schema.items !== undefined) return textsOf(document, schema.items, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    textsOf(document, property, [...path, name])
  )
}

const changedAt = (value: any, [first, ...rest]: ReadonlyArray<Step>, text: string): unknown => {
  if (first === undefined) return text
  const inner = changedAt(value?.[first], rest, text)
  return Array.isArray(value) ? value.with(first as number, inner) : { ...value, [first]: inner }
}

const spoilt = (example: string, character: string): string => {
  const middle = Math.ceil(example.length / 2)
  return example.slice(0, middle) + character + example.slice(middle)
}

const nameOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`

/** Headers whose malformed values are ignored, as HTTP requires. They aren't stored. */
const replaced = ["X-Request-Id", "If-None-Match", "traceparent"]

/** The only unwanted character that HTTP itself allows in a header. */
const inHeaders = ["\u0085"]

const pathOf = (
  document: Document,
  operation: Operation,
  change: (name: string, example: string) => string
) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name)
    const isText = typesOf(document.resolve<Schema>(parameter!.schema)).includes("string")
    return isText
      ? encodeURIComponent(change(name, exampleOf(document, parameter!.schema)))
      : String(wholeSample(document, parameter!.schema))
  })

/** Every text of an operation, with each unwanted character in the middle of an example. */
export const textCases = (
  document: Document,
  operation: Operation,
  credentials: Readonly<Record<string, string>>
): ReadonlyArray<TextCase> => {
  const schema = operation.body?.schema
  const body = schema === undefined ? undefined : wholeSample(document, schema)
  const target = pathOf(document, operation, (_, example) => example)
  const good: WireRequest = {
    method: operation.method,
    target,
    headers: { ...credentials, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body)
  }
  const cases = (
    place: TextCase["place"],
    request: (character: string) => WireRequest,
    characters: ReadonlyArray<string> = unwanted
  ): ReadonlyArray<TextCase> =>
    characters.map((character) => ({
      name: `${nameOf(character)} in the ${place.in}, ${place.pointer}`,
      request: request(character),
      character,
      place
    }))
  const parameters = operation.parameters.filter(
    ({ name, schema }) => !replaced.includes(name) && typesOf(schema).includes("string")
  )
  return [
    ...(schema === undefined ? [] : textsOf(document, schema)).flatMap(([path, example, refused]) =>
      cases(
        { in: "body", pointer: `#/${path.join("/")}` },
        (character) => ({
          ...good,
          body: JSON.stringify(changedAt(body, path, spoilt(example, character)))
        }),
        refused
      )
    ),
    ...parameters.flatMap((parameter) => {
      const { in: place, name } = parameter
      const example = exampleOf(document, parameter.schema)
      const at = { in: place, pointer: `#/${name}` }
      switch (place) {
        case "query":
          return cases(at, (character) => ({
            ...good,
            target: `${target}?${new URLSearchParams({ [name]: spoilt(example, character) }).toString()}`
          }))
        case "path":
          return cases(at, (character) => ({
            ...good,
            target: pathOf(document, operation, (one, given) =>
              one === name ? spoilt(given, character) : given
            )
          }))
        case "header":
          return cases(
            at,
            (character) => ({
              ...good,
              headers: { ...good.headers, [name.toLowerCase()]: spoilt(example, character) }
            }),
            inHeaders
          )
      }
    })
  ]
}

interface Problem {
  readonly errors?: ReadonlyArray<{ readonly in?: string; readonly pointer: string; readonly code: string }>
}

/**
 * The codes of other rules of the embed API that may fail in the same pass: a sample with every field breaks some, and its dates
 * break a different one from year to year. None of them says that a text has a wrong form.
 */
const ofRules = [
  ...["required", "not_allowed", "not_found"],
  ...["date_in_future", "age_out_of_range", "employment_start_date_out_of_range"]
]

/** Whether a text holds an unwanted character. */
export const holdsUnwanted = (text: string): boolean =>
  unwanted.some((character) => spellings(character).some((spelling) => text.includes(spelling)))

/** The character itself, and its JSON and query escapes. */
const spellings = (character: string): ReadonlyArray<string> => [
  character,
  JSON.stringify(character).slice(1, -1),
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("")
]

/** The faults of the answer: it has to be a refusal that names the text, and repeats nothing of it. */
export const judgeText = (
  { character, name, place, request }: TextCase,
  { headers, status, text }: WireAnswer,
  refused: number
): ReadonlyArray<string> => {
  const answer = `${request.method} ${name}: ${status} ${text.slice(0, 300)}`
  const wanted = place.in === "path" ? 404 : refused
  if (status !== wanted || !String(headers["content-type"]).startsWith("application/problem+json"))
    return [answer]
  if (place.in === "path") return []
  const { errors = [] }: Problem = JSON.parse(text)
  const isEmbeds = request.target.startsWith("/embed-api/")
  const others = errors.filter(({ pointer }) => pointer !== place.pointer)
  const named =
    errors.length - others.length === 1 && others.every(({ code }) => isEmbeds && ofRules.includes(code))
  const echoed = spellings(character).some((spelling) => text.includes(spelling))
  return [
    ...(named ? [] : [`doesn't name the text alone: ${answer}`]),
    ...(echoed ? [`sends the character back: ${answer}`] : [])
  ]
}
