/** Funds that check their API key wrongly, or leave a way around it. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { ofGroup } from "../Flaw.ts"
import { comparing } from "../plays/comparing.ts"
import {
  answeringOperations,
  crashed,
  invalid,
  json,
  jsonIn,
  onOperations,
  problem
} from "../plays/exchanges.ts"
import { openTo } from "../plays/openTo.ts"
import { tolerating } from "../plays/tolerating.ts"

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
    play: () =>
      tolerating(
        ({ headers }) => headers["x-auth-key"] === undefined && headers["authorization"] === undefined
      )
  },
  {
    name: "empty-key-accepted",
    sentence: "The fund accepts an empty key.",
    killedBy: ["AUTH-7-2"],
    play: () => tolerating(({ headers }) => headers["x-auth-key"] === "")
  },
  {
    name: "any-key-accepted",
    sentence: "The fund accepts every key.",
    killedBy: ["AUTH-7-3", "AUTH-7-4"],
    play: () => tolerating(({ headers }) => (headers["x-auth-key"] ?? "") !== "")
  },
  {
    name: "missing-key-crash",
    sentence: "The fund answers 500 to a call without a key.",
    killedBy: ["AUTH-7-1"],
    play: () => ({ exchange: toCallsWithoutKey(crashed) })
  },
  {
    name: "missing-key-answered-200",
    sentence: "The fund answers 200 with an error in the body to a call without a key.",
    killedBy: ["AUTH-7-1"],
    play: () => ({ exchange: toCallsWithoutKey(() => json(200, { error: "unauthenticated" })) })
  },
  {
    name: "missing-key-answered-400",
    sentence: "The fund answers 400 to a call without a key.",
    killedBy: ["AUTH-7-1"],
    play: () => ({ exchange: toCallsWithoutKey(invalid) })
  },
  {
    name: "wrong-key-crash",
    sentence: "The fund answers 500 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    play: () => ({ exchange: toWrongKeys(crashed) })
  },
  {
    name: "wrong-key-answered-200",
    sentence: "The fund answers 200 with an error in the body to a wrong key.",
    killedBy: ["AUTH-7-3"],
    play: () => ({ exchange: toWrongKeys(() => json(200, { error: "unauthenticated" })) })
  },
  {
    name: "wrong-key-answered-400",
    sentence: "The fund answers 400 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    play: () => ({ exchange: toWrongKeys(invalid) })
  },
  {
    name: "wrong-key-answered-404",
    sentence: "The fund answers 404 to a wrong key.",
    killedBy: ["AUTH-7-3"],
    play: () => ({ exchange: toWrongKeys(() => problem(404, "not_found", "Nothing is found here")) })
  },
  {
    name: "key-in-other-letters-accepted",
    sentence: "The fund takes capital and small letters of a key for equal.",
    killedBy: ["AUTH-7-6"],
    play: () => comparing((known, given) => known.toLowerCase() === given.toLowerCase())
  },
  {
    name: "key-cut-off-accepted",
    sentence: "The fund accepts the beginning of a key.",
    killedBy: ["AUTH-7-7"],
    play: () => comparing((known, given) => given.length >= 8 && known.startsWith(given))
  },
  {
    name: "key-with-more-accepted",
    sentence: "The fund accepts a key with something after it.",
    killedBy: ["AUTH-7-7"],
    play: () => comparing((known, given) => given.startsWith(known))
  },
  {
    name: "last-letter-of-key-ignored",
    sentence: "The fund compares all of a key but its last letter.",
    killedBy: ["AUTH-7-4"],
    play: () =>
      comparing((known, given) => given.length === known.length && given.slice(0, -1) === known.slice(0, -1))
  },
  {
    name: "key-in-address-accepted",
    sentence: "The fund accepts its key in the address of a call.",
    killedBy: ["AUTH-5-12"],
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
    play: () =>
      openTo((call) => (String(call.headers["x-forwarded-for"]).startsWith("10.") ? call : undefined))
  },
  {
    name: "any-password-accepted",
    sentence:
      "The fund accepts a call with any name and password (Authorization: Basic) in place of its key.",
    killedBy: ["AUTH-7-9"],
    play: () =>
      openTo((call) => (call.headers.authorization?.startsWith("Basic ") === true ? call : undefined))
  },
  {
    name: "path-with-slash-open",
    sentence: "The fund serves a path that ends in a slash, and checks no key there.",
    killedBy: ["AUTH-7-9"],
    play: () =>
      openTo((call) => (call.url.endsWith("/") ? { ...call, url: call.url.slice(0, -1) } : undefined))
  },
  {
    name: "path-in-capitals-open",
    sentence: "The fund serves its paths in any letters, and checks the key only where they are small.",
    killedBy: ["AUTH-7-9"],
    play: () =>
      openTo((call) =>
        call.url === call.url.toLowerCase() ? undefined : { ...call, url: call.url.toLowerCase() }
      )
  },
  {
    name: "original-url-trusted",
    sentence: "The fund serves the path that a caller names in X-Original-URL, and checks no key there.",
    killedBy: ["AUTH-7-9"],
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
    play: () => ({
      exchange: onOperations((call, serve) =>
        Object.keys(jsonIn(call)).length === 0 ? invalid() : serve(call)
      )
    })
  }
])
