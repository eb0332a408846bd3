import { FundCallerSecurity } from "@embedded-super/contracts/fund-api"
import { FundCaller } from "@embedded-super/contracts/principals"
import { FundUnauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { type CallerCheck, Passes, SimulatorAddress } from "@embedded-super/simulator-kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { CallerKeys } from "./CallerKeys.ts"
import type { Hooks } from "../faults/Fault.ts"
import { type Caller, flows, type AgreedFlow, clientId } from "./flows.ts"
import { FundKey } from "./FundKey.ts"
import { AccessTokens } from "./TokenEndpoint.http.ts"
import { makeVerifier, SeenTokens } from "./verifyToken.ts"

/** Checks callers by the agreed flow; all others are refused. Each call is checked once: a token is good for one. */
export const callerCheck = Effect.fnUntraced(function* (
  { algorithm, flow }: AgreedFlow,
  security?: Hooks["security"]
) {
  const { isIt } = yield* FundKey
  const passes = yield* Passes
  const tokens = yield* AccessTokens
  // Tokens are checked by the true time: the service signs by it, wherever the simulator's clock is (D-sandbox-clock).
  const clock = yield* Clock.Clock
  const { url } = yield* SimulatorAddress
  const verify = makeVerifier(yield* CallerKeys, yield* SeenTokens)
  const caller: Caller = {
    isKey: isIt,
    isAccessToken: (token) => tokens.isGood(token, clock.currentTimeMillisUnsafe()),
    verify: (token, path) =>
      verify(token, { algorithm, audience: `${url}${path}`, clientId, now: clock.currentTimeMillisUnsafe() })
  }

  const ownCheck: CallerCheck = (request) =>
    passes.isTrusted(request.headers) ? undefined : flows[flow].refusalOf(request, caller)
  const check: CallerCheck = security === undefined ? ownCheck : (request) => security(request, ownCheck)
  // By the headers: a call that is passed on to HttpApi is a copy of the request, with the same headers.
  const checked = new WeakMap<IncomingMessage["headers"], ReturnType<CallerCheck>>()
  const checkOnce: CallerCheck = (request) => {
    const { headers } = request
    if (!checked.has(headers)) checked.set(headers, check(request))
    return checked.get(headers)
  }
  return checkOnce
})

/** The fund API's security. Whichever scheme HttpApi tries, the caller is checked by the agreed flow. */
export const FundSecurity = ({ flow }: AgreedFlow, refusalOf: CallerCheck) => {
  const service: S.FundCaller = { flow, client_id: clientId as S.FundClientId }
  const check = Effect.gen(function* () {
    const { source } = yield* HttpServerRequest.HttpServerRequest
    const detail = yield* Effect.promise(async () => refusalOf(source as IncomingMessage))
    if (detail !== undefined) return yield* new FundUnauthenticated({ code: "unauthenticated", detail })
  })
  const scheme: FundCallerSecurity["Service"]["FundApiKey"] = (answer) =>
    Effect.flatMap(check, () => Effect.provideService(answer, FundCaller, service))
  return Layer.succeed(FundCallerSecurity, { FundApiKey: scheme, FundJwt: scheme, FundOAuth: scheme })
}
