import type { FundAuthentication, FundUrl, JsonWebKey } from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ExchangeResult } from "@embedded-super/http-manners"
import type { AccessTokens } from "./AccessTokens.ts"
import type { CallOutcome } from "../calls/CallOutcome.ts"

/** A secret for a fund, and its version: the highest version is the newest. */
export interface FundCredential {
  readonly version: number
  readonly secret: Redacted.Redacted
  /** The key id (`kid`) in tokens; null if the flow has no key. */
  readonly keyId: string | null
}

/** A call to be made, with the data that a flow needs. */
export interface CallToAuthorise {
  readonly credential: FundCredential
  /** The called address, as the profile writes it. */
  readonly address: string
  /** The exact body that is sent. */
  readonly body: string
  /** The service's own address, `iss` of its tokens. */
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The cache key of tokens that were obtained with these credentials under this profile. */
  readonly scope: string
  readonly tokens: AccessTokens
  /** Sends one POST to another address of the fund, over the same kind of connection as the call. */
  readonly post: (
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string
  ) => Effect.Effect<ExchangeResult, NotAuthorised>
}

/** The additions of a flow to a call. */
export interface Authorisation {
  readonly headers: Readonly<Record<string, Redacted.Redacted>>
  /**
   * Present if a 401 may concern only this token: a cached access token has expired, or the fund doesn't take the times
   * or the key of a JWT yet. Removes a cached one, so that the next token is new.
   */
  readonly renew?: Effect.Effect<void>
}

/** A call can't be authorised, so no part of it was sent. */
export class NotAuthorised extends Data.TaggedError("NotAuthorised")<{
  readonly outcome: CallOutcome<never>
}> {}

/** The key of new credentials. */
export interface CredentialKey {
  readonly keyId: string
  /** The key with which funds verify; null for a shared secret. */
  readonly publicKey: JsonWebKey | null
}

/**
 * An authentication flow that was agreed with a fund: its requirements for a credential, and its additions to a call.
 */
export interface AuthFlow {
  readonly flow: FundAuthentication["flow"]
  /** The kind of the secret, in words. */
  readonly secret: string
  /** Other addresses of the fund that the flow calls, by their field in the profile. */
  readonly addresses?: Readonly<Record<string, FundUrl>>
  /** The mistakes in the fields that the profile names, beyond the schema: a sentence for each of these fields. */
  readonly contradictions?: Readonly<Record<string, string>>
  /** The mistake in a secret that the operator gives, as the rest of a sentence; undefined if it is valid. */
  readonly mistakeIn: (secret: string) => string | undefined
  /** The key of a valid secret that is to become this version. */
  readonly keyOf?: (secret: string, version: number) => Effect.Effect<CredentialKey>
  /** Generates a new secret. Absent if the secret comes from the fund, or has to be agreed with it. */
  readonly generate?: () => Redacted.Redacted
  readonly authorise: (call: CallToAuthorise) => Effect.Effect<Authorisation, NotAuthorised>
  /** The client certificate for the connection, if the flow has one. */
  readonly clientCertificate?: (secret: Redacted.Redacted) => ClientCertificate
}

/** PEM: a certificate with its intermediate certificates, and its private key. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}
