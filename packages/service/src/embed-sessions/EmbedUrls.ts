import { Conflict, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import * as Duration from "effect/Duration"
import { refuse } from "../personal-data/Findings.ts"
import { Settings } from "../platform/config/Settings.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { embedSessionsRepo, type EmbedUrlApp } from "./EmbedSessionsRepo.ts"
import { equalBytes } from "../platform/crypto/envelope.ts"

/** The claims in an embed URL's path and query, without its signature. */
export interface EmbedUrlClaims {
  readonly app: EmbedUrlApp
  /** The employer, the onboarding session or the intent, by `app`; for `onboarding_intent` the employer. */
  readonly entityId: string
  /** The `remote_id` of the intent that the employer starts, if the partner gave one. */
  readonly remoteId?: string | undefined
  /** A stable id of the partner's user, for short-term state of the screens only. */
  readonly userSessionId: string | undefined
  readonly validUntil: string
  /** Limits the URL to one frame. */
  readonly nonce: string
}

/** A keyed code (HMAC-SHA256) over a text. */
type Sign = (text: string) => Uint8Array

/** The longest validity of an embed URL. */
export const LONGEST_VALIDITY = Duration.hours(2)

/** The validity of an embed URL if the request doesn't give one. */
export const USUAL_VALIDITY = Duration.minutes(30)

/**
 * How long after its first opening the same frame may open a URL again: a reload of the host's page requests the URL
 * once more.
 */
export const RELOAD_GRACE = Duration.minutes(5)

const PATHS: Readonly<Record<EmbedUrlApp, (entityId: string) => string>> = {
  super_settings: (id) => `/embed/v1/employer/${id}/edit/super_settings`,
  onboarding_intent: (id) => `/embed/v1/employer/${id}/new/onboarding_intent`,
  onboarding: (id) => `/embed/v1/onboarding-session/${id}`,
  intent: (id) => `/embed/v1/onboarding-session-intent/${id}`
}

/** Path and query in one fixed order, so that the signature covers exactly the text that is sent. */
const unsigned = (claims: EmbedUrlClaims) => {
  const query = new URLSearchParams({
    ...(claims.remoteId === undefined ? {} : { remote_id: claims.remoteId }),
    ...(claims.userSessionId === undefined ? {} : { session_id: claims.userSessionId }),
    valid_until: claims.validUntil,
    nonce: claims.nonce
  })
  return `${PATHS[claims.app](claims.entityId)}?${query}`
}

/** The complete embed URL. Its holder acts as the employer or the employee: it is shown once and never stored. */
export const signEmbedUrl = (baseUrl: string, claims: EmbedUrlClaims, sign: Sign): string => {
  const path = unsigned(claims)
  return `${baseUrl}${path}&signed=${Buffer.from(sign(path)).toString("base64url")}`
}

const UUID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
const APPS = Object.entries(PATHS).map(
  ([app, path]) => [app as EmbedUrlApp, new RegExp(`^${path(UUID)}$`, "i")] as const
)
const QUERY = new Set(["remote_id", "session_id", "valid_until", "nonce", "signed"])

/** The embed that a page's path names, and its entity; undefined if it is no embed's. */
export const embedAt = (
  path: string
): { readonly app: EmbedUrlApp; readonly entityId: string } | undefined => {
  for (const [app, pattern] of APPS) {
    const entityId = pattern.exec(path)?.[1]
    if (entityId !== undefined) return { app, entityId: entityId.toLowerCase() }
  }
}

/** The claims in an embed URL, signed or not; undefined if it isn't one. */
const readEmbedUrl = (
  text: string
): { readonly claims: EmbedUrlClaims; readonly signed: string } | undefined => {
  const url = URL.parse(text)
  if (url === null || url.hash !== "") return
  const names = [...url.searchParams.keys()]
  if (names.some((name, index) => !QUERY.has(name) || names.indexOf(name) !== index)) return
  const query = (name: string) => url.searchParams.get(name) ?? undefined
  const [validUntil, nonce, signed] = [query("valid_until"), query("nonce"), query("signed")]
  if (validUntil === undefined || nonce === undefined || signed === undefined) return
  const embed = embedAt(url.pathname)
  if (embed === undefined) return
  const [remoteId, userSessionId] = [query("remote_id"), query("session_id")]
  return { claims: { ...embed, remoteId, userSessionId, validUntil, nonce }, signed }
}

/**
 * The claims of an embed URL, if the key behind `sign` signed exactly these; undefined otherwise. The duration of the
 * check reveals nothing about the signature.
 */
export const verifyEmbedUrl = (text: string, sign: Sign): EmbedUrlClaims | undefined => {
  const read = readEmbedUrl(text)
  if (read === undefined) return undefined
  return equalBytes(sign(unsigned(read.claims)), Buffer.from(read.signed, "base64url"))
    ? read.claims
    : undefined
}

/** Whether a URL may be valid until then: only a moment in the future, at most two hours ahead. */
export const isGoodValidity = (validUntil: DateTime.DateTime, now: DateTime.DateTime): boolean =>
  DateTime.isGreaterThan(validUntil, now) &&
  DateTime.isLessThanOrEqualTo(validUntil, DateTime.addDuration(now, LONGEST_VALIDITY))

/**
 * Whether a correctly signed URL still opens an embed. Before the first opening, `valid_until` decides. After it, the
 * frame that opened the URL has five minutes for a reload; an open embed keeps working.
 */
export const isStillGood = (
  validUntil: DateTime.DateTime,
  firstOpened: DateTime.DateTime | undefined,
  now: DateTime.DateTime
): boolean =>
  DateTime.isLessThanOrEqualTo(
    now,
    firstOpened === undefined ? validUntil : DateTime.addDuration(firstOpened, RELOAD_GRACE)
  )

/** The embed to open, its entity, and the end of its validity (30 minutes from now if it isn't given). */
interface EmbedUrlFor extends Pick<EmbedUrlClaims, "app" | "entityId" | "remoteId" | "userSessionId"> {
  readonly validUntil: S.Timestamp | undefined
}

/** Makes embed URLs, and verifies that a URL is one of them. Stores nothing about a URL until it is opened. */
export class EmbedUrls extends Context.Service<
  EmbedUrls,
  {
    /** A URL for one frame. Refuses a `valid_until` in the past, or more than two hours ahead. */
    readonly make: (request: EmbedUrlFor) => Effect.Effect<S.GeneratedEmbedUrl, ValidationFailed>
    /**
     * Fails if no page may frame the product's embeds: a URL would then open nothing but an empty frame. With `--dev` it
     * succeeds and logs that the embed works only in a window of its own.
     */
    readonly requireFramers: (productId: S.ProductId) => Effect.Effect<void, Conflict>
    /** The claims of a URL, if this service made it. Doesn't check whether the URL has expired. */
    readonly verify: (url: S.EmbedUrl) => Option.Option<EmbedUrlClaims>
  }
>()("@embedded-super/service/embed-sessions/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { baseUrl, dev } = yield* Settings
      const repo = yield* embedSessionsRepo
      const vault = yield* Vault
      const sign = (text: string) => vault.fingerprint("embed url", text)

      return EmbedUrls.of({
        make: Effect.fn("EmbedUrls.make")(function* ({ validUntil, ...claims }) {
          const now = yield* DateTime.now
          const until = validUntil ?? toTimestamp(DateTime.addDuration(now, USUAL_VALIDITY))
          if (!isGoodValidity(DateTime.makeUnsafe(until), now)) return yield* badValidity
          const nonce = randomBytes(16).toString("base64url")
          const url = signEmbedUrl(baseUrl, { ...claims, validUntil: until, nonce }, sign)
          return { embed_url: Redacted.make(url) as S.EmbedUrl, valid_until: until }
        }),

        requireFramers: Effect.fn("EmbedUrls.requireFramers")(function* (productId) {
          if (yield* databaseDefects(repo.hasFramers(productId))) return
          if (!dev) return yield* noFramers
          yield* Effect.logWarning(
            "A product has no target_origins: its embeds work in a window of their own, and no page can frame them"
          ).pipe(Effect.annotateLogs({ product_id: productId }))
        }),

        verify: (url) => Option.fromUndefinedOr(verifyEmbedUrl(Redacted.value(url), sign))
      })
    })
  )
}

const noFramers = new Conflict({
  code: "target_origins_missing",
  detail:
    "No page may frame this product's embeds. Set the origins of your pages first: target_origins, with " +
    "PATCH /api/v1/products/{id} and the partner key."
})

const badValidity = refuse({
  pointer: "#/valid_until",
  code: "not_allowed",
  detail: "An embed URL is valid until a moment in the future, at most two hours ahead."
})
