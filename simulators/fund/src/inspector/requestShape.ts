import type { ShapedRequest } from "@embedded-super/simulator-kit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

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

const headersIn = (headers: ShapedRequest["headers"]): string =>
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

const fieldsOf = (json: unknown): string =>
  Predicate.isReadonlyObject(json) ? fieldsIn(json) : "(no JSON object)"

/** The shape of a request, for the log: its headers and field names, but no personal values. */
export const requestShape = ({ body, headers }: ShapedRequest): Readonly<Record<string, string>> => ({
  headers: headersIn(headers),
  ...(Option.isNone(body) ? {} : { fields: fieldsOf(body.value) })
})
