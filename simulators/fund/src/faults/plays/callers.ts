/** Whom a fund takes for its caller, and what its token endpoint gives. */
import type { Call, CallerCheck, Reply } from "@embedded-super/simulator-kit"
import * as Result from "effect/Result"
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose"
import { tokenPath } from "../../security/flows.ts"
import type { Hooks } from "../Fault.ts"
import { isGood, type Json, jsonIn, withAnswer } from "./exchanges.ts"

export type CallerRequest = Parameters<CallerCheck>[0]

/** Accepts callers whom the simulator refuses, by the call or by the reason of the refusal. */
export const tolerating = (isTolerated: (request: CallerRequest, reason: string) => boolean): Hooks => ({
  security: async (request, check) => {
    const reason = await check(request)
    return reason !== undefined && isTolerated(request, reason) ? undefined : reason
  }
})

const tokenIn = ({ headers: { authorization = "" } }: CallerRequest): string =>
  authorization.split(" ").at(-1) ?? ""

/** The claims of a call's token; empty if there is none. */
export const claimsIn = (request: CallerRequest): JWTPayload =>
  Result.getOrElse(
    Result.try(() => decodeJwt(tokenIn(request))),
    () => ({})
  )

/** The header of a call's token; empty if there is none. */
export const headerIn = (request: CallerRequest): Readonly<Record<string, unknown>> =>
  Result.getOrElse(
    Result.try(() => ({ ...decodeProtectedHeader(tokenIn(request)) })),
    () => ({})
  )

/** Compares keys in another way with those that it has accepted before: it knows the right key only from its use. */
export const comparing = (isSame: (known: string, given: string) => boolean): Hooks => {
  const accepted = new Set<string>()
  return {
    security: async (request, check) => {
      const given = String(request.headers["x-auth-key"] ?? "")
      const reason = await check(request)
      if (reason === undefined) accepted.add(given)
      return [...accepted].some((known) => isSame(known, given)) ? undefined : reason
    }
  }
}

const OPEN = "x-simulator-open"

/** Accepts some calls without a look at their credentials. `change` returns the call that is served, or undefined. */
export const openTo = (change: (call: Call) => Call | undefined): Hooks => ({
  exchange: (call, serve) => {
    const open = change(call)
    return serve(open === undefined ? call : { ...open, headers: { ...open.headers, [OPEN]: "yes" } })
  },
  security: (request, check) => (request.headers[OPEN] === undefined ? check(request) : undefined)
})

/** Changes the answers of the token endpoint. */
export const answeringTokens = (change: (reply: Reply) => Reply): Hooks => ({
  exchange: async (call, serve) => {
    const reply = await serve(call)
    return call.url === tokenPath ? change(reply) : reply
  }
})

/** Changes what the token endpoint answers with a token. */
export const granting = (change: (answer: Json) => Json): Hooks =>
  answeringTokens((reply) => (isGood(reply) ? withAnswer(reply, change(jsonIn(reply))) : reply))
