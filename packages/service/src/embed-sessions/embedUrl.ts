import type { EmbedApp } from "@embedded-super/contracts/schemas"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { equalBytes } from "../platform/crypto/envelope.ts"

/** The target of an embed URL: an embed of an entity, or `onboarding_intent`, where an employer starts a new intent. */
export type EmbedUrlApp = EmbedApp | "onboarding_intent"

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
export type Sign = (text: string) => Uint8Array

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
