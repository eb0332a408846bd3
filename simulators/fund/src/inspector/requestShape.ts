import type { Answered } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

/** A field's name, if it is safe to show: an unexpected key could hold any data. */
const nameOf = (key: string): string => (/^[a-z][a-z_]{0,39}[0-9]?$/.test(key) ? key : "(another field)")

const shown = ["content-type", "idempotency-key", "x-auth-key", "authorization", "x-simulated-fault"]

/** A header for display: a secret's value is hidden, only its presence is shown. */
const headerOf = (name: string, value: string): string => {
  if (name === "x-auth-key") return `${name}: (hidden)`
  if (name === "authorization")
    return `${name}: ${/^bearer /i.test(value) ? "Bearer" : "(another scheme)"} (hidden)`
  if (name === "idempotency-key") return `${name}: (given)`
  return /^[\w/;=.+ -]{1,80}$/.test(value) ? `${name}: ${value}` : `${name}: (odd)`
}

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const headersIn = (headers: Headers): string =>
  shown
    .flatMap((name) => (headers[name] === undefined ? [] : [headerOf(name, String(headers[name]))]))
    .join(" · ")

/** Cache: many calls have the same fields, so each list of names is formatted once. */
const lists = new Map<string, string>()
const most = 100

const fieldsIn = (json: object): string => {
  const names = Object.keys(json).slice(0, 40)
  const key = names.join("\n")
  let list = lists.get(key)
  if (list === undefined) {
    list = [...new Set(names.map(nameOf))].join(", ") || "(none)"
    if (lists.size >= most) lists.clear()
    // Unusual keys could hold any data, of any length: long ones aren't cached.
    if (key.length < 1000) lists.set(key, list)
  }
  return list
}

/** The shape of a request with a JSON body, for the log: its headers and field names, but no personal values. */
export const shapeOf = (headers: Headers, json: unknown) => ({
  headers: headersIn(headers),
  fields: Predicate.isReadonlyObject(json) ? fieldsIn(json) : "(no JSON object)"
})

/** The shape of any answered request. */
export const requestShape = ({
  request,
  response
}: Answered): Effect.Effect<Readonly<Record<string, string>>> => {
  // The body of an unauthenticated caller is left unread.
  if (request.method !== "POST" || [401, 403, 404, 405, 413].includes(response.status))
    return Effect.succeed({ headers: headersIn(request.headers) })
  return Effect.map(
    Effect.orElseSucceed(request.text, () => ""),
    (text) => shapeOf(request.headers, Result.getOrUndefined(Result.try((): unknown => JSON.parse(text))))
  )
}
