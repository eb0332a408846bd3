import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

const textIn = (body: unknown, name: string): string | undefined => {
  const value = Predicate.isObject(body) ? (body as Readonly<Record<string, unknown>>)[name] : undefined
  return Predicate.isString(value) ? value : undefined
}

/** The event and the subject of a stored body, which may be broken. */
export const eventOf = (body: string) => {
  const parsed = Result.getOrUndefined(Result.try(() => JSON.parse(body) as unknown))
  return { event: textIn(parsed, "event") ?? "a webhook", subject: textIn(parsed, "subject") ?? "entity" }
}
