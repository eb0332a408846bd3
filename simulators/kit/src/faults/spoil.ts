import type * as S from "@embedded-super/contracts/schemas"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

type Response = HttpServerResponse.HttpServerResponse
type Json = Readonly<Record<string, unknown>>

const textOf = ({ body }: Response): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const jsonOf = (response: Response): Json | undefined => {
  const parsed = Result.getOrUndefined(Result.try((): unknown => JSON.parse(textOf(response))))
  return Predicate.isReadonlyObject(parsed) ? parsed : undefined
}

const isGood = ({ status }: Response): boolean => status >= 200 && status < 300

const withText = (text: string, contentType: string, { status }: Response): Response =>
  HttpServerResponse.text(text, { status, contentType })

/** An answer with another body, where it is the kind of answer that the fault is about. */
const rewritten = (response: Response, rewrite: (json: Json) => Json | undefined): Response => {
  const json = isGood(response) ? jsonOf(response) : undefined
  const other = json === undefined ? undefined : rewrite(json)
  return other === undefined
    ? response
    : withText(JSON.stringify(other), response.headers["content-type"] ?? "application/json", response)
}

const withoutNumber = (json: Json): Json | undefined => {
  const details = json["member_details"]
  if (!Predicate.isReadonlyObject(details)) return undefined
  const { member_number: _, ...rest } = details as Json
  return { ...json, member_details: rest }
}

const madeUp = { employer_number: "EMP-000000" }

/** The faults that spoil an answer, and what each makes of it. An answer that one isn't about stays as it is. */
export const spoils = {
  malformed_json: (response) => {
    const text = textOf(response) || "{}"
    return withText(text.slice(0, Math.ceil(text.length / 2)), "application/json", response)
  },
  wrong_content_type: (response) => withText(textOf(response), "text/html", response),
  missing_member_number: (response) => rewritten(response, withoutNumber),
  more_than_no_match: (response) =>
    rewritten(response, (json) =>
      json["employer_found"] === false ? { ...json, employer_details: madeUp } : undefined
    ),
  over_match: (response) =>
    rewritten(response, (json) =>
      json["employer_found"] === false ? { employer_found: true, employer_details: madeUp } : undefined
    )
} as const satisfies { readonly [Play in S.Fault["play"]]?: (response: Response) => Response }
