import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type * as Redacted from "effect/Redacted"

/** A secret that a fund takes, and which of the fund's credentials it is: the highest version is the newest. */
export interface FundCredential {
  readonly version: number
  readonly secret: Redacted.Redacted
}

/** One way of proving to a fund who calls: what it needs of a credential, and what it adds to a request. */
export interface AuthFlow {
  readonly flow: FundAuthentication["flow"]
  /** What is wrong with a secret that the operator gives, as the rest of a sentence; undefined if nothing is. */
  readonly mistakeIn: (secret: string) => string | undefined
  /** The headers of one request. */
  readonly headers: (credential: FundCredential) => Readonly<Record<string, Redacted.Redacted>>
}
