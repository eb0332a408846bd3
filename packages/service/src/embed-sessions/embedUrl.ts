import type { EmbedApp } from "@embedded-super/contracts/schemas"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { equalBytes } from "../platform/crypto/equalBytes.ts"

/** What an embed URL says in its path and query, besides its signature. */
export interface EmbedUrlClaims {
  readonly app: EmbedApp
  /** The employer, the onboarding session or the intent, by `app`. */
  readonly entityId: string
  /** A stable id of the partner's user, for short-term state of the screens only. */
  readonly userSessionId: string | undefined
  readonly validUntil: string
  /** Makes the URL good for one opening. */
  readonly nonce: string
}

/** A keyed code (HMAC-SHA256) over a text. */
export type Sign = (text: string) => Uint8Array

/** No embed URL is good for longer than this. */
export const LONGEST_VALIDITY = Duration.hours(2)

/** How long an embed URL is good if nobody says for how long. */
export const USUAL_VALIDITY = Duration.minutes(30)

/** How long after its first opening a URL still opens, because browsers reload a tab that they had discarded. */
export const RELOAD_GRACE = Duration.minutes(5)

const PATHS: Readonly<Record<EmbedApp, (entityId: string) => string>> = {
  super_settings: (id) => `/embed/v1/employer/${id}/edit/super_settings`,
  onboarding: (id) => `/embed/v1/onboarding-session/${id}`,
  intent: (id) => `/embed/v1/onboarding-session-intent/${id}`
}

/** Path and query in one fixed order: what is signed is what is sent. */
const unsigned = (claims: EmbedUrlClaims) => {
  const query = new URLSearchParams({
    ...(claims.userSessionId === undefined ? {} : { session_id: claims.userSessionId }),
    valid_until: claims.validUntil,
    nonce: claims.nonce
  })
  return `${PATHS[claims.app](claims.entityId.toLowerCase())}?${query}`
}

/** The whole embed URL. Whoever holds it acts as the employer or the employee: it is shown once and never kept. */
export const signEmbedUrl = (baseUrl: string, claims: EmbedUrlClaims, sign: Sign): string => {
  const path = unsigned(claims)
  return `${baseUrl}${path}&signed=${Buffer.from(sign(path)).toString("base64url")}`
}

/** Whether `signed` was made here for exactly these claims; the time that this takes tells nothing. */
export const isSignedBy = (claims: EmbedUrlClaims, signed: string, sign: Sign): boolean =>
  equalBytes(sign(unsigned(claims)), Buffer.from(signed, "base64url"))

/** May a URL be asked for until then? Only for a moment in the future, at most two hours ahead. */
export const isGoodValidity = (validUntil: DateTime.DateTime, now: DateTime.DateTime): boolean =>
  DateTime.isGreaterThan(validUntil, now) &&
  DateTime.isLessThanOrEqualTo(validUntil, DateTime.addDuration(now, LONGEST_VALIDITY))

/**
 * Does a well-signed URL still open an embed? Before its first opening its `valid_until` decides; after that, five
 * minutes for a reload, and an open embed keeps working.
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
