import type { Document, Operation, Schema } from "../openapi/operations.ts"
import {
  type Case,
  canary,
  canaryNumber,
  validationFailed,
  type Want,
  type WireRequest,
  wholeSample,
  wrongTexts,
  wrongTypes
} from "./Case.ts"
import { brokenRules } from "./ruleCases.ts"

type Json = Readonly<Record<string, unknown>>

/** An object of the body: its path and its schema. */
interface Place {
  readonly path: ReadonlyArray<string>
  readonly schema: Schema
}

const objectsOf = (
  document: Document,
  reference: Schema,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Place> => {
  const schema = document.resolve<Schema>(reference)
  if (schema.properties === undefined) return []
  return [
    { path, schema },
    ...Object.entries(schema.properties).flatMap(([name, property]) =>
      objectsOf(document, property, [...path, name])
    )
  ]
}

/** The body with another object at a path. */
const changedAt = (body: Json, path: ReadonlyArray<string>, change: (object: Json) => Json): Json => {
  const [first, ...rest] = path
  return first === undefined
    ? change(body)
    : { ...body, [first]: changedAt(body[first] as Json, rest, change) }
}

const pointerTo = (path: ReadonlyArray<string>): string => `#${path.map((key) => `/${key}`).join("")}`

type Changed = readonly [name: string, body: Json, want: Want]

/** Every possible fault in one object of a body, one at a time. */
const objectCases = (document: Document, body: Json, { path, schema }: Place): ReadonlyArray<Changed> => {
  const at = path.length === 0 ? "the body" : path.join(".")
  const inBody = path.reduce<unknown>((object, key) => (object as Json | undefined)?.[key], body)
  // An object that others exclude is altered while they are present: its own faults must be reported too.
  const good = (inBody ?? wholeSample(document, schema)) as Json
  const change = (
    what: string,
    key: ReadonlyArray<string>,
    codes: ReadonlyArray<string>,
    to: (object: Json) => Json
  ): Changed => [
    `${at} ${what}`,
    changedAt(body, path, () => to(good)),
    validationFailed({ in: "body", pointer: pointerTo([...path, ...key]), codes })
  ]
  const missing = (schema.required ?? []).map((name) =>
    change(`lacks ${name}`, [name], ["required"], (object) =>
      Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
    )
  )
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const resolved = document.resolve<Schema>(property)
    return wrongTypes(resolved)
      .concat(wrongTexts(resolved))
      .map(({ codes, value, what }) =>
        change(`has ${what} as ${name}`, [name], codes, (object) => ({ ...object, [name]: value }))
      )
  })
  const unknown = ["unknown_key", "__proto__"].map((key) =>
    change(`has the key ${key}`, [key], ["unknown_property"], (object) =>
      Object.defineProperty({ ...object }, key, { value: { [canary]: canary }, enumerable: true })
    )
  )
  const broken = brokenRules(document, schema, good).map((rule) =>
    change(`has ${rule.what}`, rule.at === undefined ? [] : [rule.at], rule.codes, () => rule.object)
  )
  const empty = (schema.minProperties ?? 0) > 0 ? [change("is empty", [], ["too_few"], () => ({}))] : []
  return [...missing, ...wrong, ...unknown, ...broken, ...empty]
}

const unreadable: Want = { status: 400, code: "malformed_request" }

/** Bodies that aren't JSON objects. */
const brokenTexts = (text: string): ReadonlyArray<readonly [string, string | Buffer]> => [
  ["text", canary],
  ["JSON that breaks off", text.slice(0, -1)],
  ["JSON with a comma too many", text.replace(/\}$/, ",}")],
  ["JSON in single quotes", text.replaceAll('"', "'")],
  ["JSON and something after it", `${text} ${canary}`],
  ["an array", `[${text}]`],
  ["a text in quotes", JSON.stringify(canary)],
  ["a number", String(canaryNumber)],
  ["null", "null"],
  ["100,000 brackets", `{"a":${"[".repeat(100_000)}`],
  [
    "bytes that are not UTF-8",
    Buffer.concat([Buffer.from(`{"${canary}":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
  ]
]

/** The body with its first member twice, which no serialiser writes. */
const givenTwice = (body: Json): { readonly text: string; readonly want: Want } | undefined => {
  const [first] = Object.entries(body)
  if (first === undefined) return undefined
  const [name, value] = first
  const again = `{${JSON.stringify(name)}:${JSON.stringify(value)},`
  return {
    text: JSON.stringify(body).replace("{", () => again),
    want: validationFailed({ in: "body", pointer: pointerTo([name]), codes: ["duplicate_property"] })
  }
}

const unsupported: Want = { status: 415, code: "unsupported_media_type" }

const contentTypes: ReadonlyArray<readonly [string, string]> = [
  ["content-type", "text/plain"],
  ["content-type", "application/xml"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["content-type", "application/json; charset=iso-8859-1"],
  ["content-type", canary],
  ["content-encoding", "gzip"]
]

const kibibyte = 1024

/** Every possible fault of an operation's body, one at a time. */
export const bodyCases = (
  document: Document,
  operation: Operation,
  good: WireRequest,
  body: Json
): ReadonlyArray<Case> => {
  if (operation.body === undefined) return []
  const text = JSON.stringify(body)
  const withBody = (sent: WireRequest["body"]): WireRequest => ({ ...good, body: sent })
  const big = Buffer.from(JSON.stringify({ ...body, [canary]: "a".repeat(256 * kibibyte) }))
  const twice = givenTwice(body)
  const tooLarge: Want = { status: 413, code: "payload_too_large" }
  return [
    ...objectsOf(document, operation.body.schema)
      .flatMap((place) => objectCases(document, body, place))
      .map(([name, value, want]) => ({
        name,
        request: withBody(JSON.stringify(value)),
        want
      })),
    ...brokenTexts(text).map(([what, sent]) => ({
      name: `the body is ${what}`,
      request: withBody(sent),
      want: unreadable
    })),
    ...(twice === undefined
      ? []
      : [{ name: "a member is given twice", request: withBody(twice.text), want: twice.want }]),
    ...(operation.body.required
      ? [{ name: "there is no body", request: withBody(""), want: unreadable }]
      : []),
    ...contentTypes.map(([header, value]) => ({
      name: `${header} is ${value === canary ? "nonsense" : value}`,
      request: { ...good, headers: { ...good.headers, [header]: value } },
      want: unsupported
    })),
    { name: "the body is over 256 KiB", request: withBody(big), want: tooLarge },
    {
      name: "the body is over 256 KiB, and doesn't say so",
      request: withBody([big.subarray(0, 1000), big.subarray(1000)]),
      want: tooLarge
    }
  ]
}
