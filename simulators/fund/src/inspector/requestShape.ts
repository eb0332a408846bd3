import { maskedHeaders } from "@embedded-super/pages/content/masking/maskedHeaders"
import type { ShapedRequest, Contracts } from "@embedded-super/simulator-kit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** A field's name, if it is safe to show: an unexpected key could hold any data. */
const nameOf = (key: string): string => (/^[a-z][a-z_]{0,39}[0-9]?$/.test(key) ? key : "(another field)")

/** The entry has them already, in its trace and its call. */
const ofEveryEntry = new Set(["traceparent", "x-request-id"])

const headersIn = (headers: ShapedRequest["headers"]): string => {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ofEveryEntry.has(name) ? [] : [[name, String(value)] as const]
  )
  return Object.entries(maskedHeaders(Object.fromEntries(given)))
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ")
}

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

/** The contracts that calls are judged by, loaded when a call is first looked at. A fund makes no calls. */
export const fundContracts = async (): Promise<Contracts> => {
  const [{ FundApi }, { httpContract }] = await Promise.all([
    import("@embedded-super/contracts/fund-api"),
    import("@embedded-super/pages/content/contracts/httpContract")
  ])
  return { incoming: httpContract(FundApi) }
}
