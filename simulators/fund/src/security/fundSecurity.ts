import { FundCallerSecurity } from "@embedded-super/contracts/fund-api"
import { FundCaller } from "@embedded-super/contracts/principals"
import { FundUnauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { SimulatorAddress, SimulatorClock } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { TLSSocket } from "node:tls"
import { AccessTokens } from "./AccessTokens.ts"
import { type AgreedFlow, clientId } from "./agreedFlow.ts"
import { CallerKeys } from "./CallerKeys.ts"
import { FundKey } from "./FundKey.ts"
import { SeenTokens } from "./SeenTokens.ts"
import { makeVerifier } from "./verifyToken.ts"

const refuse = (detail: string) => new FundUnauthenticated({ code: "unauthenticated", detail })

/** The refusal for a missing or wrong key. */
const keyRefused = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return yield* refuse(
    (headers["x-auth-key"] ?? "") !== ""
      ? "The X-Auth-Key is not known here. Take it from the file api-key in the fund's data folder."
      : headers["authorization"] !== undefined
        ? "This fund accepts only its key in X-Auth-Key; no other flow is agreed."
        : "Send the fund's key in X-Auth-Key."
  )
})

/** The fault of a connection's certificate; undefined if it is accepted. */
const certificateFault = Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => {
  const { socket } = source as { readonly socket: TLSSocket }
  if (socket.authorized) return undefined
  const presents = Object.keys(socket.getPeerCertificate()).length > 0
  return presents
    ? `This fund's authority didn't issue the certificate of this connection for a caller, or it has expired (${socket.authorizationError}). Connect with the one in caller.pem in the fund's data folder.`
    : "This fund identifies callers by a certificate, and this connection has none. Connect with the one in caller.pem in the fund's data folder."
})

/** The fund API's security: it accepts only the agreed flow, and refuses all others. */
export const FundSecurity = ({ algorithm, flow }: AgreedFlow) =>
  Layer.effect(
    FundCallerSecurity,
    Effect.gen(function* () {
      const key = yield* FundKey
      const tokens = yield* AccessTokens
      const clock = yield* SimulatorClock
      const { url } = yield* SimulatorAddress
      const verify = makeVerifier(yield* CallerKeys, yield* SeenTokens)
      const service: S.FundCaller = { flow, client_id: clientId as S.FundClientId }

      /** The fault of a bearer token; undefined if it is accepted. */
      const faultOf = Effect.fnUntraced(function* (token: string) {
        const { headers, url: target } = yield* HttpServerRequest.HttpServerRequest
        const now = yield* clock.millis
        if (token === "" && (headers["x-auth-key"] ?? "") !== "")
          return "This fund accepts a token as Authorization: Bearer; no key is agreed."
        if (flow === "oauth2") {
          if (token === "")
            return "Send an access token of this fund's token endpoint as Authorization: Bearer."
          return (yield* Effect.promise(() => tokens.isGood(token, now)))
            ? undefined
            : "The access token has expired, or was not issued by this fund. Fetch a new one from its token endpoint."
        }
        const audience = `${url}${target.split(/[?#]/, 1)[0]!}`
        const verdict = yield* Effect.promise(() => verify(token, { algorithm, audience, clientId, now }))
        return verdict.isGood ? undefined : verdict.detail
      })

      return {
        FundApiKey: (answer, { credential }) =>
          flow === "api_key" && Redacted.value(credential) !== "" && key.isIt(Redacted.value(credential))
            ? Effect.provideService(answer, FundCaller, service)
            : keyRefused,
        // The schemes are tried in turn until one accepts. A token or certificate is checked only once, by the last
        // scheme.
        FundJwt: () => keyRefused,
        FundOAuth: (answer, { credential }) =>
          flow === "api_key"
            ? keyRefused
            : Effect.flatMap(
                Effect.flatMap(
                  flow === "mutual_tls" ? certificateFault : faultOf(Redacted.value(credential)),
                  (fault) => (fault === undefined ? Effect.void : Effect.fail(refuse(fault)))
                ),
                () => Effect.provideService(answer, FundCaller, service)
              )
      }
    })
  )
