import { keptKey } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { jwtVerify, SignJWT } from "jose"
import { clientId } from "./agreedFlow.ts"

/** The lifetime of an access token, in seconds. */
export const tokenSeconds = 300

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
