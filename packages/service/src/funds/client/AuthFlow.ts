import type { FundAuthentication, JsonWebKey } from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ExchangeResult } from "../../platform/egress/exchange.ts"
import type { AccessTokens } from "./AccessTokens.ts"
import type { CallOutcome } from "./CallOutcome.ts"

/** A secret that a fund takes, and which of the fund's credentials it is: the highest version is the newest. */
export interface FundCredential {
  readonly version: number
  readonly secret: Redacted.Redacted
  /** What tokens name the key by; null where the flow has no key. */
  readonly keyId: string | null
}

/** A call that is to be made, as far as a flow needs to know it. */
export interface CallToAuthorise {
  readonly credential: FundCredential
  /** The address that is called, as the profile writes it. */
  readonly address: string
  /** Exactly as it is sent. */
  readonly body: string
  /** The service's own address, `iss` of its tokens. */
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Names whatever was obtained with these very credentials under this very profile. */
  readonly scope: string
  readonly tokens: AccessTokens
  /** One POST to another address of the fund, over the same kind of connection as the call. */
  readonly post: (
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string
  ) => Effect.Effect<ExchangeResult, NotAuthorised>
}

/** What a flow adds to a call. */
export interface Authorisation {
  readonly headers: Readonly<Record<string, Redacted.Redacted>>
  /** Where a 401 may only mean that a kept proof has ended: forgets it, so that the next one is new. */
  readonly renew?: Effect.Effect<void>
}

/** A call can't be authorised, so nothing of it was sent. */
export class NotAuthorised extends Data.TaggedError("NotAuthorised")<{
  readonly outcome: CallOutcome<never>
}> {}

/** The key of new credentials. */
export interface CredentialKey {
  readonly keyId: string
  /** What funds verify by; null for a shared secret. */
  readonly publicKey: JsonWebKey | null
}

/** One way of proving to a fund who calls, as it was agreed with that fund: what it needs of a credential, and what it adds to a call. */
export interface AuthFlow {
  readonly flow: FundAuthentication["flow"]
  /** What is wrong with a secret that the operator gives, as the rest of a sentence; undefined if nothing is. */
  readonly mistakeIn: (secret: string) => string | undefined
  /** The key of a secret without mistakes, that becomes this version. */
  readonly keyOf?: (secret: string, version: number) => Effect.Effect<CredentialKey>
  /** A new secret, for flows whose secret the service can make itself. */
  readonly generate?: () => Redacted.Redacted
  readonly authorise: (call: CallToAuthorise) => Effect.Effect<Authorisation, NotAuthorised>
  /** The certificate with which the service connects, where the flow has one. */
  readonly clientCertificate?: (secret: Redacted.Redacted) => ClientCertificate
}

/** PEM: a certificate, with those that lead to its authority, and its private key. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}
