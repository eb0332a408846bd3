/**
 * Embed sessions: the first frame that opens a signed URL (`EmbedUrls`) gets a bearer token for one employer,
 * onboarding session or intent. `embedSecurity` authenticates the token and gives handlers its entity. `viewRevision`
 * computes the revision that each save must name (D-embed-revisions).
 *
 * Why one frame: the URL gives the rights of the person, so it must be useless to anyone who finds it later
 * (D-embed-urls). Why no cookie: browsers block or partition cookies in frames of other sites (D-embed-sessions).
 *
 * The trap: the token's entity may not exist. An intent that the employer starts has an id from the opening on, but no
 * row until its first save. If an entity is gone, its embed has ended (`endedIfGone`). URLs and tokens expire by true
 * time, not by `BusinessClock` (D-sandbox-clock).
 */

import { EmbedUrlRefused, type NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import { hash, randomBytes } from "node:crypto"
import { equalBytes } from "../platform/crypto/envelope.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import type { RateLimits, RateVerdict } from "../platform/rate-limit/RateLimits.ts"
import { now, toTimestamp } from "../platform/time/timestamp.ts"
import type { OpenEmbed } from "./embedSecurity.ts"
import {
  embedSessionsRepo,
  type EmbedUrlApp,
  type StartedIntent,
  type StoredEmbedSession,
  type UsedEmbed,
  shownPartner
} from "./EmbedSessionsRepo.ts"
import { type EmbedUrlClaims, isStillGood, EmbedUrls } from "./EmbedUrls.ts"

/**
 * The port to the apps that an embed can show: the effect of its first opening on the entity in the URL, and the view
 * that it begins with. Embed sessions don't import apps; `ports.ts` at the top of the service connects them.
 */
export class EmbedOpenings extends Context.Service<
  EmbedOpenings,
  {
    /**
     * Marks the entity as opened, in the transaction of the opening. A reload doesn't call it. Returns the view, if it is at
     * hand.
     */
    readonly opened: (
      app: EmbedUrlApp,
      entity: { readonly productId: S.ProductId; readonly id: string },
      at: Date
    ) => Effect.Effect<S.EmbedView | undefined, NotFound | SqlError>
    /**
     * Starts the lookup of an employer's matches, after that transaction. Doesn't wait for the lookup, and never fails.
     */
    readonly beginLookup: (embed: OpenEmbed) => Effect.Effect<void>
    /** Everything that the embed shows, after the opening. */
    readonly view: (
      app: S.EmbedApp,
      entity: { readonly productId: S.ProductId; readonly id: string }
    ) => Effect.Effect<S.EmbedView, NotFound>
  }
>()("@embedded-super/service/embed-sessions/EmbedOpenings") {}

/** A token ends after this long without a call, and after the lifetime in any case (D-embed-sessions). */
export const IDLE = Duration.minutes(60)
export const LIFETIME = Duration.hours(12)

/** The principal of a token, and the verdict of the embed's rate limit; undefined if there is none. */
interface AdmittedEmbed {
  readonly caller: S.EmbedPrincipal
  readonly verdict: RateVerdict | undefined
  /** Whether the operator has suspended the partner. */
  readonly isSuspended: boolean
}

export class EmbedSessions extends Context.Service<
  EmbedSessions,
  {
    /**
     * Opens an embed for one frame. The same opener can open it again within five minutes, for a reload: it gets a new
     * token, and the earlier one ends. The first opening of an onboarding session or intent is progress; that of an
     * employer's embed starts the lookup of its matches. The answer has the view that the embed begins with.
     */
    readonly open: (opening: S.EmbedOpening) => Effect.Effect<S.EmbedSession, EmbedUrlRefused>
    /**
     * The principal of a bearer token; none if the token is unknown or has ended. A poll comes from
     * the frame and not from the person, so it doesn't postpone the end of an unused token.
     */
    readonly authenticate: (
      token: Redacted.Redacted,
      options?: { readonly isPoll: boolean }
    ) => Effect.Effect<Option.Option<S.EmbedPrincipal>>
    /** Like `authenticate`, and counts the request against the embed's limit, in the same statement. */
    readonly admit: (
      token: Redacted.Redacted,
      options: { readonly isPoll: boolean; readonly limits: RateLimits["Service"] }
    ) => Effect.Effect<Option.Option<AdmittedEmbed>>
    /** Ends an embed: its token, and the right of its frame to open the URL again. */
    readonly end: (id: S.EmbedSessionId) => Effect.Effect<void>
    /** Removes embeds that ended long ago. */
    readonly removeEnded: Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/embed-sessions/EmbedSessions") {
  static readonly layer = Layer.effect(
    EmbedSessions,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* embedSessionsRepo
      const urls = yield* EmbedUrls
      const partnerOf = yield* shownPartner
      const openings = yield* EmbedOpenings

      /**
       * The embed that a URL opens. An intent that the employer starts gets its id now, and is stored by its first
       * save. A reloaded frame continues the intent that it has started.
       */
      const embedOf = Effect.fnUntraced(function* (
        { app, entityId, remoteId }: EmbedUrlClaims,
        frame: Pick<StartedIntent, "opener_hash" | "opened_at" | "user_session_id">
      ) {
        if (app !== "onboarding_intent") {
          return { app, entity_id: entityId, starting_employer_id: null, starting_remote_id: null }
        }
        const start = {
          starting_employer_id: entityId as S.EmployerId,
          starting_remote_id: (remoteId ?? null) as S.RemoteId | null
        }
        const before = yield* repo.startedBefore({ ...frame, ...start })
        return { app: "intent" as const, entity_id: before ?? ((yield* newId) as string), ...start }
      })

      /** Opens for the first time. Undefined if another frame opened it concurrently. */
      const openFirst = Effect.fnUntraced(function* (
        claims: EmbedUrlClaims,
        productId: S.ProductId,
        given: Pick<StoredEmbedSession, "opener_hash" | "token_hash" | "language">,
        at: Date
      ) {
        const frame = {
          opener_hash: given.opener_hash,
          user_session_id: claims.userSessionId ?? null,
          opened_at: at
        }
        const session: StoredEmbedSession = {
          id: (yield* newId) as S.EmbedSessionId,
          product_id: productId,
          ...(yield* embedOf(claims, frame)),
          nonce: claims.nonce,
          ...given,
          ...frame,
          last_used_at: at,
          expires_at: new Date(at.getTime() + Duration.toMillis(LIFETIME))
        }
        if (!(yield* repo.insert(session))) return undefined
        const view = yield* Effect.orDie(openings.opened(claims.app, { productId, id: claims.entityId }, at))
        return { session, view }
      })

      const exchange = transaction("EmbedSessions.exchange")(function* ({
        embed_url,
        language,
        opener
      }: S.EmbedOpening) {
        const claims = Option.getOrUndefined(urls.verify(embed_url))
        const owner = claims && (yield* repo.ownerAndUse(claims.app, claims.entityId, claims.nonce))
        if (claims === undefined || owner === undefined) return yield* refusals.invalid
        const at = yield* now
        const before = owner.is_used ? yield* repo.lockByNonce(claims.nonce) : undefined
        const validUntil = DateTime.makeUnsafe(claims.validUntil)
        const opened = before && DateTime.makeUnsafe(before.opened_at)
        const refuse = (refusal: (partner: S.EmbedPartner) => EmbedUrlRefused) =>
          Effect.flatMap(partnerOf(owner.product_id), (partner) => Effect.fail(refusal(partner)))
        if (owner.is_suspended) return yield* refuse(refusals.suspended)
        if (!isStillGood(validUntil, opened, DateTime.makeUnsafe(at))) {
          return yield* refuse(before === undefined ? refusals.expired(claims.validUntil) : refusals.used)
        }
        const opener_hash = hashOf(Redacted.value(opener))
        if (before !== undefined && !isSameFrame(before, opener_hash)) return yield* refuse(refusals.used)
        const token = randomBytes(32).toString("base64url")
        const token_hash = hashOf(token)
        const opening = yield* before === undefined
          ? openFirst(claims, owner.product_id, { opener_hash, token_hash, language: language ?? null }, at)
          : Effect.as(repo.replaceToken(before.id, token_hash, at), { session: before, view: undefined })
        if (opening === undefined) return yield* refuse(refusals.used)
        const { session, view } = opening
        const answer: Omit<S.EmbedSession, "view"> = {
          token: Redacted.make(token) as S.EmbedToken,
          app: session.app,
          entity_id: session.entity_id,
          expires_at: toTimestamp(session.expires_at),
          idle_timeout_seconds: Duration.toSeconds(IDLE),
          sandboxed: owner.sandboxed,
          target_origins: owner.target_origins
        }
        return { answer, session, view, isFirst: before === undefined }
      })

      const use = Effect.fnUntraced(function* (
        token: Redacted.Redacted,
        isPoll: boolean,
        counting: RateLimits["Service"]["counting"]
      ) {
        const at = yield* now
        const idleSince = new Date(at.getTime() - Duration.toMillis(IDLE))
        return yield* repo.use(hashOf(Redacted.value(token)), { at, idleSince, isPoll, counting })
      })

      // A URL is valid for two hours at most, so its nonce may be removed after the twelve hours of its embed.
      const removeEnded = Effect.flatMap(now, (at) => Effect.asVoid(repo.removeEnded(at)))

      return EmbedSessions.of({
        open: Effect.fn("EmbedSessions.open")(function* (opening) {
          const { answer, isFirst, session, view: seen } = yield* exchange(opening)
          if (isFirst && session.app === "super_settings") {
            yield* openings.beginLookup({
              productId: session.product_id,
              employerId: session.entity_id as S.EmployerId,
              embedSessionId: session.id
            })
          }
          const entity = { productId: session.product_id, id: session.entity_id }
          // The entity was deleted since the exchange.
          const view =
            seen ??
            (yield* Effect.catchTag(openings.view(session.app, entity), "NotFound", () => refusals.invalid))
          return { ...answer, view }
        }),

        authenticate: operation("EmbedSessions.authenticate")(function* (token, options) {
          const used = yield* use(token, options?.isPoll ?? false, () => undefined)
          return used === undefined ? Option.none() : Option.some(principalOf(used))
        }),

        admit: operation("EmbedSessions.admit")(function* (token, { isPoll, limits }) {
          const used = yield* use(token, isPoll, limits.counting)
          if (used === undefined) return Option.none()
          return Option.some({
            caller: principalOf(used),
            verdict: yield* limits.verdict(used.id, used.full_in),
            isSuspended: used.is_suspended
          })
        }),

        end: operation("EmbedSessions.end")(function* (id) {
          yield* repo.end(id)
        }),

        removeEnded
      })
    })
  )
}

const principalOf = ({ app, entity_id, id, product_id }: UsedEmbed): S.EmbedPrincipal => ({
  app,
  entity_id,
  product_id,
  embed_session_id: id
})

/** True if the URL was opened with this opener; false for an embed from before openers existed. */
const isSameFrame = ({ opener_hash }: StoredEmbedSession, hash: Uint8Array) =>
  opener_hash !== null && equalBytes(opener_hash, hash)

/** A token has 256 random bits and an opener 128, so their hashes need no salt. */
const hashOf = (token: string) => hash("sha256", token, "buffer")

const AGAIN = "Open the page again from your payroll system."

const refusals = {
  invalid: new EmbedUrlRefused({
    code: "embed_url_invalid",
    detail: `The address was altered, or was not created by this service. ${AGAIN}`
  }),
  expired: (validUntil: string) => (partner: S.EmbedPartner) =>
    new EmbedUrlRefused({
      code: "embed_url_expired",
      detail: `The address was valid until ${validUntil}. ${AGAIN}`,
      partner
    }),
  suspended: (partner: S.EmbedPartner) =>
    new EmbedUrlRefused({
      code: "embed_url_suspended",
      detail: "This page isn't available for now. Ask your payroll system's support.",
      partner
    }),
  used: (partner: S.EmbedPartner) =>
    new EmbedUrlRefused({
      code: "embed_url_used",
      detail: `The address works in one frame only, and another frame has used it. ${AGAIN}`,
      partner
    })
}
