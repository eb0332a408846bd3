import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { withoutTfns } from "./maskedText.ts"

/** One fault of a request and its place. It never holds the rejected value. */
export interface ProblemIssue {
  readonly in: "body" | "query" | "path" | "header"
  /** JSON Pointer as a URI fragment, escaped (`~0`, `~1`): `#/address/postcode`. */
  readonly pointer: string
  /** Stable, for programs: `required`, `unknown_property`, `wrong_type`, `invalid_format`, ... */
  readonly code: string
  /** One sentence, for people. */
  readonly detail: string
}

/** A problem as defined by RFC 9457, with this project's extension members. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly instance: string
  readonly code: string
  readonly request_id: string
  readonly errors?: ReadonlyArray<ProblemIssue>
}

export const problemMediaType = "application/problem+json"

/** Whether a problem's member is an entity of the service. Entities hold no tax file number, as in any other answer. */
const isEntity = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The JSON text of a problem. Possible TFNs in text from the request are blanked out; an entity in it stays as it is.
 */
const textOf = (problem: Readonly<Record<string, unknown>>): string => {
  const members = Object.entries(problem).filter(([, value]) => value !== undefined)
  const texts = members.map(([name, value]) => {
    const text = JSON.stringify(value)
    return `${JSON.stringify(name)}:${isEntity(value) ? text : withoutTfns(text)}`
  })
  return `{${texts.join(",")}}`
}

/** The answer that carries a problem. */
export const problemResponse = (
  problem: Readonly<Record<string, unknown>> & { readonly status: number },
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(textOf(problem), {
    status: problem.status,
    contentType: problemMediaType,
    headers
  })

/** Where `start` serves the docs by default: what plays a part of the system and knows no other docs leads there. */
export const LOCAL_DOCS = "http://localhost:4000/docs"

/** The `type` of this project's problems: the entry of their code in the docs at this address. */
export const problemTypeIn =
  (docsUrl: string) =>
  (code: string): string =>
    `${docsUrl.replace(/\/+$/, "")}/errors/#${code}`
