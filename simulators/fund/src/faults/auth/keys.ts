/** Funds that check their API key wrongly, or leave a way around it. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { ofGroup } from "../Fault.ts"
import { comparing, openTo, tolerating } from "../plays/callers.ts"
import {
  answeringOperations,
  crashed,
  invalid,
  json,
  jsonIn,
  onOperations,
  problem
} from "../plays/exchanges.ts"

const toCallsWithoutKey = (answer: () => Reply): Exchange =>
  onOperations((call, serve) => (call.headers["x-auth-key"] === undefined ? answer() : serve(call)))

const toWrongKeys = (answer: () => Reply): Exchange =>
  answeringOperations((reply, call) =>
    reply.status === 401 && call.headers["x-auth-key"] !== undefined ? answer() : reply
  )

export const keys = ofGroup("auth", [
  {
    name: "missing-key-accepted",
    sentence: "The fund accepts calls without a key.",
    killedBy: ["AUTH-7-1"],
    finding: "fail: The fund accepts a call without credentials.",
    play: () =>
      tolerating(
        ({ headers }) => headers["x-auth-key"] === undefined && headers["authorization"] === undefined
      )
  },
  {
    name: "empty-key-accepted",
    sentence: "The fund accepts an empty key.",
    killedBy: ["AUTH-7-2"],
    finding: "fail: The fund accepts a call with empty credentials.",
    play: () => tolerating(({ headers }) => headers["x-auth-key"] === "")
  },
  {
    name: "any-key-accepted",
    sentence: "The fund accepts every key.",
    killedBy: ["AUTH-7-3", "AUTH-7-4"],
    finding: "fail: The fund accepts a call with credentials that the fund never gave.",
    play: () => tolerating(({ headers }) => (headers["x-auth-key"] ?? "") !== "")
  },
  {
    name: "missing-key-crash",
    sentence: "The fund answers 500 to a call without a key.",
    killedBy: ["AUTH-7-1"],
    finding:
      "fail: The fund answers a call without credentials with a server error, so it would be repeated.",
    play: () => ({ exchange: toCallsWithoutKey(crashed) })
  },
  {
    name: "missing-key-answered-200",
    sentence: "The fund answers 200 with an error in the body to a call without a key.",
    killedBy: ["AUTH-7-1"],
    finding:
      "fail: The fund refuses a call without credentials with a success status: only the body says that it is an error.",
    play: () => ({ exchange: toCallsWithoutKey(() => json(200, { error: "unauthenticated" })) })
  },
  {
    name: "missing-key-answered-400",
    sentence: "The fund answers 400 to a call without a key.",
    killedBy: ["AUTH-7-1"],
    finding:
      "fail: The fund answers a call without credentials with another status than 401 or 403, so the service doesn't see that credentials are refused.",
    play: () => ({ exchange: toCallsWithoutKey(invalid) })
  },
  {
    name: "wrong-key-crash",
    sentence: "The fund answers 500 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    finding:
      "fail: The fund answers a call with credentials that the fund never gave with a server error, so it would be repeated.",
    play: () => ({ exchange: toWrongKeys(crashed) })
  },
  {
    name: "wrong-key-answered-200",
    sentence: "The fund answers 200 with an error in the body to a wrong key.",
    killedBy: ["AUTH-7-3"],
    finding:
      "fail: The fund refuses a call with credentials that the fund never gave with a success status: only the body says that it is an error.",
    play: () => ({ exchange: toWrongKeys(() => json(200, { error: "unauthenticated" })) })
  },
  {
    name: "wrong-key-answered-400",
    sentence: "The fund answers 400 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    finding:
      "fail: The fund answers a call with credentials that the fund never gave with another status than 401 or 403, so the service doesn't see that credentials are refused.",
    play: () => ({ exchange: toWrongKeys(invalid) })
  },
  {
    name: "wrong-key-answered-404",
    sentence: "The fund answers 404 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    finding:
      "fail: The fund answers a call with credentials that the fund never gave with another status than 401 or 403, so the service doesn't see that credentials are refused.",
    play: () => ({ exchange: toWrongKeys(() => problem(404, "not_found", "Nothing is found here")) })
  },
  {
    name: "key-in-other-letters-accepted",
    sentence: "The fund takes capital and small letters of a key for equal.",
    killedBy: ["AUTH-7-6"],
    finding: "fail: The fund accepts a call whose key differs in capital and small letters.",
    play: () => comparing((known, given) => known.toLowerCase() === given.toLowerCase())
  },
  {
    name: "key-cut-off-accepted",
    sentence: "The fund accepts the beginning of a key.",
    killedBy: ["AUTH-7-7"],
    finding: "fail: The fund accepts a call whose key is cut off, or has something after it.",
    play: () => comparing((known, given) => given.length >= 8 && known.startsWith(given))
  },
  {
    name: "key-with-more-accepted",
    sentence: "The fund accepts a key with something after it.",
    killedBy: ["AUTH-7-7"],
    finding: "fail: The fund accepts a call whose key is cut off, or has something after it.",
    play: () => comparing((known, given) => given.startsWith(known))
  },
  {
    name: "last-letter-of-key-ignored",
    sentence: "The fund compares all of a key but its last letter.",
    killedBy: ["AUTH-7-4"],
    finding: "fail: The fund accepts a call whose credentials differ in the last letter.",
    play: () =>
      comparing((known, given) => given.length === known.length && given.slice(0, -1) === known.slice(0, -1))
  },
  {
    name: "key-in-address-accepted",
    sentence: "The fund accepts its key in the address of a call.",
    killedBy: ["AUTH-5-12"],
    finding: "warn: The fund accepts its key in the address of a call.",
    play: () => ({
      exchange: (call, serve) => {
        const { pathname, searchParams } = new URL(call.url, "http://fund.example")
        const key = searchParams.get("api_key")
        return key === null
          ? serve(call)
          : serve({ ...call, url: pathname, headers: { ...call.headers, "x-auth-key": key } })
      }
    })
  },
  {
    name: "key-in-authorization-accepted",
    sentence: "The fund accepts its key in Authorization too.",
    killedBy: ["AUTH-7-5"],
    finding: "warn: The fund accepts a call with the right secret in another header or scheme.",
    play: () => ({
      exchange: (call, serve) => {
        const { authorization, ...headers } = call.headers
        const key = authorization?.split(" ").at(-1)
        return key === undefined || headers["x-auth-key"] !== undefined
          ? serve(call)
          : serve({ ...call, headers: { ...headers, "x-auth-key": key } })
      }
    })
  },
  {
    name: "key-read-elsewhere",
    sentence: "The fund reads its key from another header than X-Auth-Key.",
    killedBy: ["AUTH-5-18"],
    finding: "fail: The fund refuses the credentials of a valid lookup.",
    play: () => ({
      exchange: (call, serve) => {
        const { "x-api-key": other, "x-auth-key": _, ...headers } = call.headers
        return serve({ ...call, headers: { ...headers, "x-auth-key": String(other) } })
      }
    })
  },
  {
    name: "inside-calls-accepted",
    sentence:
      "The fund accepts calls without a key whose X-Forwarded-For names an address of its own network.",
    killedBy: ["AUTH-7-9"],
    finding:
      "fail: The fund accepts a call without credentials that says that it is from inside (X-Forwarded-For).",
    play: () =>
      openTo((call) => (String(call.headers["x-forwarded-for"]).startsWith("10.") ? call : undefined))
  },
  {
    name: "any-password-accepted",
    sentence:
      "The fund accepts a call with any name and password (Authorization: Basic) in place of its key.",
    killedBy: ["AUTH-7-9"],
    finding:
      "fail: The fund accepts a call without credentials with a made-up password (Authorization: Basic).",
    play: () =>
      openTo((call) => (call.headers.authorization?.startsWith("Basic ") === true ? call : undefined))
  },
  {
    name: "path-with-slash-open",
    sentence: "The fund serves a path that ends in a slash, and checks no key there.",
    killedBy: ["AUTH-7-9"],
    finding: "fail: The fund accepts a call without credentials whose path ends in a slash.",
    play: () =>
      openTo((call) => (call.url.endsWith("/") ? { ...call, url: call.url.slice(0, -1) } : undefined))
  },
  {
    name: "path-in-capitals-open",
    sentence: "The fund serves its paths in any letters, and checks the key only where they are small.",
    killedBy: ["AUTH-7-9"],
    finding: "fail: The fund accepts a call without credentials whose path is in capital letters.",
    play: () =>
      openTo((call) =>
        call.url === call.url.toLowerCase() ? undefined : { ...call, url: call.url.toLowerCase() }
      )
  },
  {
    name: "original-url-trusted",
    sentence: "The fund serves the path that a caller names in X-Original-URL, and checks no key there.",
    killedBy: ["AUTH-7-9"],
    finding:
      "fail: The fund accepts a call without credentials to another path that names the operation in X-Original-URL.",
    play: () =>
      openTo(({ headers, ...call }) => {
        const url = headers["x-original-url"]
        return typeof url === "string" ? { ...call, headers, url } : undefined
      })
  },
  {
    name: "body-before-key",
    sentence: "The fund validates the body before it checks the key.",
    killedBy: ["AUTH-7-8"],
    finding: "warn: The fund validates the body of a call before it has checked the credentials.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        Object.keys(jsonIn(call)).length === 0 ? invalid() : serve(call)
      )
    })
  }
])
