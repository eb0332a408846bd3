import { EventLog, keptKey, SimulatorAddress } from "@embedded-super/simulator-kit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { jwtVerify, SignJWT } from "jose"
import { CallerKeys } from "./CallerKeys.ts"
import { type AgreedFlow, clientId, tokenPath } from "./flows.ts"
import { makeVerifier, SeenTokens } from "./verifyToken.ts"

/** The lifetime of an access token, in seconds. */
const tokenSeconds = 300

/** The access tokens of the fund's token endpoint. They carry their own expiry, so they stay valid after a kill -9. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    readonly issue: (now: number) => Promise<string>
    readonly isGood: (token: string, now: number) => Promise<boolean>
  }
>()("@embedded-super/fund-simulator/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.map(keptKey("token"), (key) => ({
      issue: (now: number) =>
        new SignJWT({ client_id: clientId })
          .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
          .setIssuedAt(new Date(now))
          .setExpirationTime(new Date(now + tokenSeconds * 1000))
          .sign(key),
      isGood: (token: string, now: number) =>
        jwtVerify(token, key, { algorithms: ["HS256"], typ: "at+jwt", currentDate: new Date(now) }).then(
          () => true,
          () => false
        )
    }))
  )
}

/** The `client_assertion_type` of private_key_jwt (RFC 7523, 2.2). */
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** The fund's token endpoint: client credentials (RFC 6749, 4.4) with private_key_jwt, and errors by RFC 6749, 5.2. */
export const TokenEndpointHttp = ({ algorithm, flow }: AgreedFlow) =>
  flow !== "oauth2"
    ? Layer.empty
    : Layer.unwrap(
        Effect.gen(function* () {
          const tokens = yield* AccessTokens
          const log = yield* EventLog
          const { url } = yield* SimulatorAddress
          const verify = makeVerifier(yield* CallerKeys, yield* SeenTokens)

          const refuse = (status: number, error: string, error_description: string) =>
            Effect.as(
              log.note({
                kind: "call_refused",
                summary: `No access token: ${error_description}`,
                detail: { code: error }
              }),
              HttpServerResponse.jsonUnsafe(
                { error, error_description },
                { status, headers: { "cache-control": "no-store" } }
              )
            )

          const issue = Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const form = new URLSearchParams(yield* request.text)
            if (form.get("grant_type") !== "client_credentials")
              return yield* refuse(
                400,
                "unsupported_grant_type",
                "Send grant_type=client_credentials, form-encoded."
              )
            if (form.get("client_assertion_type") !== assertionType)
              return yield* refuse(
                401,
                "invalid_client",
                `Send client_assertion_type=${assertionType} with a client_assertion.`
              )
            const now = yield* Clock.currentTimeMillis
            const verdict = yield* Effect.promise(() =>
              verify(form.get("client_assertion") ?? "", {
                algorithm,
                audience: `${url}${tokenPath}`,
                clientId,
                now
              })
            )
            if (!verdict.isGood) return yield* refuse(401, "invalid_client", verdict.detail)
            yield* log.note({ kind: "call_answered", summary: "Issued an access token." })
            const access_token = yield* Effect.promise(() => tokens.issue(now))
            return HttpServerResponse.jsonUnsafe(
              { access_token, token_type: "Bearer", expires_in: tokenSeconds },
              { headers: { "cache-control": "no-store" } }
            )
          }).pipe(Effect.orDie)
          return HttpRouter.add("POST", tokenPath, issue)
        })
      )
