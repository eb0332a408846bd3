/** One way to make credentials wrong: what all of them are made of. */
import type { JwtFlow } from "@embedded-super/contracts/schemas"
import type { CallToAuthorise, NotAuthorised } from "@embedded-super/rules/authentication/AuthFlow"
import * as Effect from "effect/Effect"
import type { Credentials } from "../FundUnderTest.ts"
import { authorise, type Signing } from "./authorise.ts"
import type { ForgersKeys } from "./forgersKeys.ts"

export interface Call extends Pick<CallToAuthorise, "address" | "body"> {
  readonly forger: Effect.Effect<ForgersKeys>
}
type Made = Effect.Effect<Credentials | null, NotAuthorised>
export type Way = (signing: Signing, call: Call) => Made

export const none: Made = Effect.succeed(null)

export const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } })

export const tokenOf = ({ headers }: Credentials): string =>
  (headers["authorization"] ?? "").replace(/^Bearer /, "")

const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

/** Changes the JWT of right credentials; null if there is none. */
export const changed =
  (change: (token: string) => string): Way =>
  (signing, call) =>
    Effect.map(authorise(signing, call), (right) => {
      const token = tokenOf(right)
      return isJwt(token) ? bearer(change(token)) : null
    })

/** Only for the flow jwt: signs with another setting of the profile. */
export const signed =
  (change: (flow: JwtFlow, signing: Signing) => Partial<Signing>, later = 0): Way =>
  (signing, call) =>
    signing.authentication.flow === "jwt"
      ? authorise({ ...signing, ...change(signing.authentication, signing) }, call, later)
      : none
