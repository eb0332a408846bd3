import { FundCallerSecurity } from "@embedded-super/contracts/fund-api"
import { FundCaller } from "@embedded-super/contracts/principals"
import { FundUnauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { type CallerCheck, SimulatorAddress, SimulatorClock } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import type { TLSSocket } from "node:tls"
import { CallerKeys } from "./CallerKeys.ts"
import { FundKey } from "./FundKey.ts"
import { AccessTokens } from "./TokenEndpoint.http.ts"
import { type AgreedFlow, clientId } from "./agreedFlow.ts"
import { makeVerifier, SeenTokens } from "./verifyToken.ts"

type Headers = IncomingMessage["headers"]

const keyIn = (headers: Headers): string => String(headers["x-auth-key"] ?? "")

const tokenIn = ({ authorization = "" }: Headers): string => /^bearer +(.+)$/i.exec(authorization)?.[1] ?? ""

/** The refusal of a connection's certificate. */
const certificateRefusal = (socket: TLSSocket): string | undefined => {
  if (socket.authorized) return undefined
  const presents = Object.keys(socket.getPeerCertificate()).length > 0
  return presents
    ? `This fund's authority didn't issue the certificate of this connection for a caller, or it has expired (${socket.authorizationError}). Connect with the one in caller.pem in the fund's data folder.`
    : "This fund identifies callers by a certificate, and this connection has none. Connect with the one in caller.pem in the fund's data folder."
}

/** Checks callers by the agreed flow; all others are refused. Each call is checked once: a token is good for one. */
export const callerCheck = Effect.fnUntraced(function* ({ algorithm, flow }: AgreedFlow) {
  const key = yield* FundKey
  const tokens = yield* AccessTokens
  const clock = yield* SimulatorClock
  const { url } = yield* SimulatorAddress
  const verify = makeVerifier(yield* CallerKeys, yield* SeenTokens)

  const keyRefusal = (headers: Headers): string | undefined => {
    const presented = keyIn(headers)
    if (presented !== "")
      return key.isIt(presented)
        ? undefined
        : "The X-Auth-Key is not known here. Take it from the file api-key in the fund's data folder."
    return headers["authorization"] !== undefined
      ? "This fund accepts only its key in X-Auth-Key; no other flow is agreed."
      : "Send the fund's key in X-Auth-Key."
  }
  const tokenRefusal = async ({ headers, url: target = "" }: IncomingMessage) => {
    const token = tokenIn(headers)
    const now = clock.millis()
    if (token === "" && keyIn(headers) !== "")
      return "This fund accepts a token as Authorization: Bearer; no key is agreed."
    if (flow === "oauth2") {
      if (token === "") return "Send an access token of this fund's token endpoint as Authorization: Bearer."
      return (await tokens.isGood(token, now))
        ? undefined
        : "The access token has expired, or was not issued by this fund. Fetch a new one from its token endpoint."
    }
    const audience = `${url}${target.split(/[?#]/, 1)[0]!}`
    const verdict = await verify(token, { algorithm, audience, clientId, now })
    return verdict.isGood ? undefined : verdict.detail
  }

  const check: CallerCheck = (request) => {
    switch (flow) {
      case "api_key":
        return keyRefusal(request.headers)
      case "mutual_tls":
        return certificateRefusal(request.socket as TLSSocket)
      case "jwt":
      case "oauth2":
        return tokenRefusal(request)
    }
  }
  // By the headers: a call that is passed on to HttpApi is a copy of the request, with the same headers.
  const checked = new WeakMap<Headers, ReturnType<CallerCheck>>()
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
