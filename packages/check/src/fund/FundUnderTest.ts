/**
 * The fund that is checked, as checks see it: `FundUnderTest` is the world of every check of this package. `caller/`
 * implements it; a check uses nothing below it, so that each of its calls is limited, recorded and masked.
 *
 * Why calls never fail: a fund that is down, slow or sends garbage is a result to be judged. `failure` then names what
 * happened, and `status` is null. Only the token endpoint can keep a call from being sent (`not_authorised`).
 *
 * The trap: names, addresses and TFNs are made up for each case. Never put a value of an answer into a sentence; the
 * report shows the recorded exchange, masked.
 */
import type {
  CheckMode,
  EmployerDetailsRequest,
  FieldRequirement,
  FundProfile,
  MemberRegistrationRequest
} from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Arbitrary } from "fast-check"
import type { Check, CheckGroup } from "../check/Check.ts"
import type { ExchangeId } from "../exchange/Exchange.ts"
import type { Draws } from "../run/Draws.ts"
import type { ListUnderTest } from "./list/openList.ts"

export type FundCheck = Check<FundUnderTest>
export type FundCheckGroup = CheckGroup<FundUnderTest>

/** The operations of the fund API. */
export type Operation = "registration" | "lookup" | "details"

/** Why there is no whole answer. */
export type CallFailure =
  /** The token endpoint gave no usable token, or there is no secret: nothing was sent to the operation. */
  | "not_authorised"
  | "dns_failure"
  | "connection_refused"
  | "connect_timeout"
  | "tls_failure"
  /** No whole answer in time. `status` and `headers` may be there already. */
  | "timeout"
  /** The connection ended before the answer did. */
  | "connection_reset"
  /** Not HTTP, or a header that is too long. */
  | "invalid_answer"

/** An operation that checks may call. */
export interface Offer {
  readonly operation: Operation
  /**
   * A body that a correct fund answers 2xx. A new one for each call: a registration is of another person each time, because
   * a fund may refuse a person who is a member already.
   */
  readonly body: () => unknown
}

/** A request and its result, recorded. */
export interface Answer {
  /** Names the recorded exchange in the outcome of a check. */
  readonly id: ExchangeId
  readonly status: number | null
  /** Names are in lower case; values of a repeated header are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** The body as UTF-8. At most 256 KiB of it are read: `isCut` says whether there was more. */
  readonly text: string
  readonly isCut: boolean
  /** The body read as JSON; undefined if it isn't JSON. */
  readonly json: unknown
  readonly failure: CallFailure | null
  /** The system's own code of the failure, such as CERT_HAS_EXPIRED. */
  readonly code: string | null
  /** The service's sentence about this failure, without values; null if there is none. */
  readonly words: string | null
  /** Milliseconds from the first byte sent to the last byte received, the connection included. */
  readonly took: number
}

/**
 * A call that a check of level MUST made in good order: with the right credentials, and a body that the specification and the
 * profile allow. The whole run's checks judge the answers of all of them (checks/time.ts).
 */
export interface ValidCall {
  readonly operation: Operation
  readonly body: unknown
  readonly idempotencyKey: string | null
  /** The id of the check that made it. */
  readonly check: string | undefined
  /** The last one, if the call was repeated. */
  readonly answer: Answer
}

/** A registration that a check of this run made. */
export interface Registration {
  readonly body: Body<MemberRegistrationRequest>
  readonly idempotencyKey: string | null
  readonly answer: Answer
  /** When its answer was there, in milliseconds. */
  readonly endedAt: number
}

/** Credentials made wrong. Each belongs to the flows that have such a thing; `authorise` returns null for the others. */
export type Tamper =
  /** No credentials at all: no header, no client certificate. */
  | "missing"
  /** The header is there, and empty. */
  | "empty"
  /** Another key, a random token, a certificate of an authority that the fund can't know. */
  | "wrong"
  /** The right secret, under another scheme (Basic for Bearer, Authorization for X-Auth-Key). */
  | "wrong_scheme"
  /** The right key or token with its last letter changed. */
  | "nearly_right"
  // Of tokens that the service signs:
  | "expired"
  /** Eight minutes after `exp`: clocks differ by less. */
  | "expired_for_minutes"
  | "not_yet_valid"
  | "alg_none"
  | "wrong_audience"
  /** For a path beside the operation's, where `aud` is the address that is called. */
  | "audience_beside"
  /** Of another service, where the profile says which `iss` the fund expects. */
  | "wrong_issuer"
  | "wrong_subject"
  | "unknown_key_id"
  /** Signed by another key under the right `kid`. */
  | "wrong_key"
  /** The claims were changed after signing. */
  | "changed_claims"
  /** HS256 with the public key as its secret. */
  | "public_key_as_secret"
  /** A token without `exp`. */
  | "without_expiry"
  /** Signed by a key that the token's own header holds (RFC 8725, 3.10), under the right `kid` or under none. */
  | "embedded_key"
  | "embedded_key_alone"
  /** Signed by a key of a JWKS that the token's header names (`jku`). */
  | "key_address"
  /** Signed by the key of a certificate in the token's header (`x5c`). */
  | "certificate_chain"
  /** Rightly signed, with a header that has to be understood (`crit`) and isn't known. */
  | "unknown_critical_header"
  /** `aud` with a letter after it, and without its last one. */
  | "audience_longer"
  | "audience_cut"
  | "without_audience"
  /** RS256, by the right RSA key, where PS256 is agreed (RFC 8725, 3.1). */
  | "other_padding"
  /** `exp` a year after `iat`. */
  | "valid_for_a_year"
  // Not wrong: the token of a service whose clock is half a minute off.
  | "clock_ahead"
  | "clock_behind"

/** A wrong request for an access token. */
export type TokenTamper = "missing" | "wrong" | "wrong_grant"

/** The parts that a flow adds to a call: headers, and for mutual TLS a client certificate (null: none). */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly certificate?: { readonly cert: string; readonly key: string } | null
}

export interface CallOptions {
  /** POST unless given. */
  readonly method?: string
  /** Additional headers, which replace those of the service; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Sent in place of `JSON.stringify(body)`. */
  readonly payload?: string | Uint8Array
  /** Credentials of `authorise`; by default the right ones. */
  readonly credentials?: Credentials
  /** By default a new UUID of version 7 for registrations and details, as the service's are, and none for lookups. */
  readonly idempotencyKey?: string | null
  /** Sent to this path of the same origin, in place of the operation's. */
  readonly path?: string
  /** Milliseconds until the failure `timeout`; by default the service's own limit of the operation. */
  readonly timeout?: number
  /** Uses one connection for several calls (by name). By default each call has its own, as the service's have. */
  readonly connection?: string
  /** http in place of https: the port of the address stays. */
  readonly plainHttp?: boolean
  /**
   * Made once, whatever the answer is: for a check that judges 429 or 5xx. Any other call is repeated after a temporary
   * failure and after a short Retry-After; its check isn't observed if the fund's rate limit keeps it from being made.
   */
  readonly once?: boolean
  /** A fund may refuse this call: its answer counts for nothing but the check that makes it. */
  readonly suggested?: boolean
}

/** Bytes for a request that no client sends. */
export interface RawOptions {
  /** Milliseconds between two of the parts. */
  readonly pause?: number
  /** Ends the sending side after the last part; by default it stays open. */
  readonly half?: boolean
  readonly timeout?: number
  readonly plainHttp?: boolean
}

export type TlsVersion = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3"

/** A TLS handshake, after which nothing is sent. */
export interface Handshake {
  readonly id: ExchangeId
  readonly failure: CallFailure | null
  readonly code: string | null
  readonly protocol: string | null
  readonly cipher: string | null
  /** Why the certificate isn't trusted, as Node's code; null if it is. */
  readonly distrust: string | null
  /** Milliseconds since 1970. */
  readonly certificateEndsAt: number | null
}

export interface FundUnderTest {
  /** With the addresses of `--base-url`, if it was given. */
  readonly profile: FundProfile
  readonly mode: CheckMode
  /** The address of an operation; undefined if the fund doesn't offer it by API. */
  readonly addressOf: (operation: Operation) => URL | undefined
  /** For `forEachDrawn`. Each check has a seed of its own. */
  readonly draws: Draws
  /** Draws values for this check: the same ones again with the same seed. */
  readonly draw: <T>(arbitrary: Arbitrary<T>, count: number) => ReadonlyArray<T>
  /** Whether the fund requires, takes or excludes a field of a registration. */
  readonly takes: (field: keyof MemberRegistrationRequest) => FieldRequirement
  /**
   * A person who doesn't exist, other than all before: every field that the fund requires, and no excluded one. An
   * override of undefined leaves a field out. In probe mode it is the profile's `synthetic_member`.
   */
  readonly member: (overrides?: Overrides<MemberRegistrationRequest>) => Body<MemberRegistrationRequest>
  /** A tax file number of nobody, other than all before: for a person who has one although the fund doesn't require it. */
  readonly tfn: () => string
  /** Details of an employer that the fund's form asks for. */
  readonly employerDetails: (overrides?: Overrides<EmployerDetailsRequest>) => Body<EmployerDetailsRequest>
  /** The body is sent as JSON, whatever it is. */
  readonly register: (body: unknown, options?: CallOptions) => Effect.Effect<Answer>
  readonly lookUp: (body: unknown, options?: CallOptions) => Effect.Effect<Answer>
  readonly sendDetails: (body: unknown, options?: CallOptions) => Effect.Effect<Answer>
  /** The same by name, for checks that hold for every operation. */
  readonly call: (operation: Operation, body: unknown, options?: CallOptions) => Effect.Effect<Answer>
  /** The operations that checks may call in this mode. */
  readonly callable: () => ReadonlyArray<Offer>
  /** Repeats a call with credentials of its own, or one of `raw`, as `call` repeats others. It makes them anew each time. */
  readonly patiently: <E>(made: Effect.Effect<Answer, E>) => Effect.Effect<Answer, E>
  /** Sends bytes over a connection of their own to the operation's host. */
  readonly raw: (
    operation: Operation,
    parts: ReadonlyArray<string | Uint8Array>,
    options?: RawOptions
  ) => Effect.Effect<Answer>
  /** The request that `call` would send, as text for `raw`: change it, cut it, send it. */
  readonly requestText: (
    operation: Operation,
    body: unknown,
    options?: CallOptions
  ) => Effect.Effect<{ readonly head: string; readonly body: string } | null>
  /** Right credentials for an operation, or wrong ones. Null if this flow can't be made wrong in that way. */
  readonly authorise: (
    operation: Operation,
    body: unknown,
    tamper?: Tamper
  ) => Effect.Effect<Credentials | null>
  /** How to fix a refusal of the right credentials: the values that the fund has to be configured with. */
  readonly expectedCredentials: (operation: Operation) => string
  /**
   * Asks the token endpoint for an access token, or asks in a wrong way. Null if the flow isn't oauth2, or can't be made
   * wrong in that way.
   */
  readonly fetchToken: (tamper?: TokenTamper) => Effect.Effect<Answer | null>
  /**
   * Signs with a new key until the scope ends, beside the old one in the JWKS: a fund that doesn't take it would refuse every
   * later call. Undefined if the kit doesn't publish the keys itself.
   */
  readonly rotateKey: Effect.Effect<void, never, Scope> | undefined
  /** Has a person restart the fund, and waits until it answers again; undefined if nobody can be asked. */
  readonly restart: Effect.Effect<void> | undefined
  /** A handshake with this version alone; with the operation's host. */
  readonly tls: (operation: Operation, version: TlsVersion) => Effect.Effect<Handshake>
  /** The list that the fund supplies. */
  readonly list: ListUnderTest
  /** All registrations so far that were answered 2xx, also those of other checks: a fund keeps its members. */
  readonly registrations: () => ReadonlyArray<Registration>
  /** All calls so far that were in good order, by checks of level MUST. */
  readonly validCalls: () => ReadonlyArray<ValidCall>
  /** Whether the fund is on this machine, so that it can reach a server of the kit. */
  readonly isOnThisMachine: boolean
  /** Milliseconds of all calls so far that were answered 2xx. */
  readonly times: (operation: Operation) => ReadonlyArray<number>
}

/** The encoded form, as it is in the JSON. */
export type Body<Request> = { readonly [Key in keyof Request]: unknown }

export type Overrides<Request> = { readonly [Key in keyof Request]?: unknown }
