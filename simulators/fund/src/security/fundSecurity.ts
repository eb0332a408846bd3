import { FundCallerSecurity } from "@embedded-super/contracts/fund-api"
import { FundCaller } from "@embedded-super/contracts/principals"
import { FundUnauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { FundKey } from "./FundKey.ts"

/** The service, as this fund calls it: there is one caller. */
const service: S.FundCaller = { flow: "api_key", client_id: "embedded-super" as S.FundClientId }

/** Why nobody was let in; asked once every scheme has been tried. */
const refused = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const detail =
    (headers["x-auth-key"] ?? "") !== ""
      ? "The X-Auth-Key is not known here."
      : headers["authorization"] !== undefined
        ? "This fund takes its key in X-Auth-Key; it has agreed on no other flow."
        : "Send the fund's key in X-Auth-Key."
  return yield* new FundUnauthenticated({ code: "unauthenticated", detail })
})

/** The fund API's security by key. A JWT or an OAuth token has not been agreed on, and lets nobody in. */
export const FundSecurity = Layer.effect(
  FundCallerSecurity,
  Effect.map(FundKey, (key) => ({
    FundApiKey: (answer, { credential }) =>
      Redacted.value(credential) !== "" && key.isIt(credential)
        ? Effect.provideService(answer, FundCaller, service)
        : refused,
    FundJwt: () => refused,
    FundOAuth: () => refused
  }))
)
