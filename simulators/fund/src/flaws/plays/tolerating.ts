import type { CallerCheck } from "@embedded-super/simulator-kit"
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose"
import * as Result from "effect/Result"
import type { Hooks } from "../Flaw.ts"

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
