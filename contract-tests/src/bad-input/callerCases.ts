import { toBase62 } from "@embedded-super/service/platform"
import { crc32 } from "node:zlib"
import type { Operation } from "../openapi/operations.ts"
import { type Case, canary, type Want, type WireRequest } from "./Case.ts"

/** The keys that a caller may present. */
export interface Keys {
  readonly good: string
  /** A valid key of the kind that this operation doesn't accept. */
  readonly wrongKind: string
  readonly deactivated: string
}

/** [owner, path]: paths with existing ids that don't belong to the caller. */
export type ForeignTargets = ReadonlyArray<readonly [string, string]>

const unauthenticated: Want = {
  status: 401,
  code: "unauthenticated",
  headers: { "www-authenticate": /./ }
}

/** The same key with another secret and its matching checksum. */
const forged = (key: string): string => {
  const [kind, environment, shortId, secret = ""] = key.split("_")
  const body = [
    kind,
    environment,
    shortId,
    secret.replace(/^./, (digit) => (digit === "x" ? "y" : "x"))
  ].join("_")
  return `${body}_${toBase62(crc32(body), 6)}`
}

export const keyCases = (operation: Operation, good: WireRequest, keys: Keys): ReadonlyArray<Case> => {
  if (operation.security.length === 0) return []
  const { "x-api-key": _key, ...anonymous } = good.headers
  const withKey = (key: string): WireRequest => ({ ...good, headers: { ...anonymous, "x-api-key": key } })
  const spoilt = keys.good.replace(/(.)(?=_[^_]*$)/, (letter) => (letter === "x" ? "y" : "x"))
  const refused: ReadonlyArray<readonly [string, WireRequest]> = [
    ["no key", { ...good, headers: anonymous }],
    ["an empty key", withKey("")],
    ["a key that is none", withKey(canary)],
    ["a key with a typing error", withKey(spoilt)],
    ["a forged key with a good checksum", withKey(forged(keys.good))],
    ["a deactivated key", withKey(keys.deactivated)],
    [
      "the key as a bearer token",
      { ...good, headers: { ...anonymous, authorization: `Bearer ${keys.good}` } }
    ],
    ["the key in the query", { ...good, headers: anonymous, target: `${good.target}?api_key=${keys.good}` }]
  ]
  return [
    ...refused.map(([what, request]) => ({ name: `there is ${what}`, request, want: unauthenticated })),
    {
      name: "the key is of the other kind",
      request: withKey(keys.wrongKind),
      want: { status: 403, code: "forbidden" }
    }
  ]
}

const notFound: Want = { status: 404, code: "not_found" }

const idCases = (operation: Operation, good: WireRequest, foreign: ForeignTargets): ReadonlyArray<Case> => {
  const ids = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)
  const parts = operation.path.split("/")
  const withId = (name: string, id: string): WireRequest => {
    const target = good.target.split("/")
    target[parts.indexOf(`{${name}}`)] = id
    return { ...good, target: target.join("/") }
  }
  return [
    ...ids.flatMap((name) =>
      [
        ["no UUID", canary],
        ["a number", "1"],
        ["a UUID and more", `c2bc0c04-6b98-4333-91a6-919f5ebc9000${canary}`],
        ["an encoded slash", "%2F"],
        ["an encoded null", "%00"],
        ["a UUID that nothing has", "01a1fb82-8f40-7000-8000-00000000ffff"]
      ].map(([what, id]) => ({ name: `${name} is ${what}`, request: withId(name, id!), want: notFound }))
    ),
    ...foreign.map(([whose, target]) => ({
      name: `the id is of ${whose}`,
      request: { ...good, target },
      want: notFound
    })),
    ...ids.slice(0, 1).map((name) => ({
      name: `${name} holds a bad percent-escape`,
      request: withId(name, "%zz"),
      want: { status: 400, code: "malformed_request" }
    }))
  ]
}

/** Every possible fault of the caller and of the ownership of the requested entity. */
export const callerCases = (
  operation: Operation,
  good: WireRequest,
  keys: Keys,
  foreign: ForeignTargets
): ReadonlyArray<Case> => [...keyCases(operation, good, keys), ...idCases(operation, good, foreign)]
