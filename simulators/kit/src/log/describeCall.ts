import type { Answered } from "@embedded-super/http-manners"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { Note } from "./Note.ts"

const problemOf = ({ response }: Answered): Readonly<Record<PropertyKey, unknown>> => {
  const { body } = response
  if (body._tag !== "Uint8Array") return {}
  const parsed = Result.try((): unknown => JSON.parse(new TextDecoder().decode(body.body)))
  return Result.isSuccess(parsed) && Predicate.isReadonlyObject(parsed.success) ? parsed.success : {}
}

const places = (errors: unknown): string =>
  (Array.isArray(errors) ? errors : [])
    .slice(0, 10)
    .map((issue: unknown) =>
      Predicate.isReadonlyObject(issue)
        ? `${String(issue["in"])} ${String(issue["pointer"])} ${String(issue["code"])}`
        : ""
    )
    .join(", ")

/** Describes the use of a page that caused a call, and whose handler noted nothing. */
export const describePage = (method: string, path: string): Note => ({
  kind: "page_used",
  summary: `The page ${path} was ${method === "GET" ? "opened" : "used"}.`
})

/** Describes a call whose handler noted nothing: its answer, and the reason of a refusal. */
export const describeCall = (answered: Answered): Note => {
  const { operation, response } = answered
  const called = operation ?? "Something unknown"
  if (response.status < 400) return { kind: "call_answered", summary: `${called} was answered.` }
  const { code, detail, errors, title } = problemOf(answered)
  const where = places(errors)
  return {
    kind: "call_refused",
    summary: `${called} was refused: ${[detail, title].find(Predicate.isString) ?? response.status}`,
    detail: {
      ...(Predicate.isString(code) ? { code } : {}),
      ...(where === "" ? {} : { errors: where })
    }
  }
}
