import { Conflict, NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, caller } from "../platform/audit/audit.ts"
import { changeOf } from "../platform/audit/changeOf.ts"
import { equalBytes } from "../platform/crypto/envelope.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { makeApiKey, parseApiKey } from "../platform/ids/ApiKey.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import type { RateLimits, RateVerdict } from "../platform/rate-limit/RateLimits.ts"
import { now, toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import { apiKeysRepo, type StoredApiKey, type WorkingKey } from "./ApiKeysRepo.ts"

/** The owner of a key. A partner key has no product. */
export interface KeyOwner {
  readonly partnerId: S.PartnerId
  readonly productId: S.ProductId | null
  readonly sandboxed: boolean
}

/** The owner of a presented key, and the verdict of its rate limit; undefined if there is none. */
export interface AdmittedCaller {
  readonly caller: S.ApiKeyPrincipal
  readonly verdict: RateVerdict | undefined
  /** Whether the operator has suspended the partner: only a refusal may follow. */
  readonly isSuspended: boolean
}

/**
 * Makes, authenticates, rotates and ends API keys (R-5-2, D-api-keys). A product, and a partner itself, has one current
 * key; a second key replaces it while both work, and a third is refused until one of them is deactivated.
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The principal of this key; none if the key is unknown, deactivated, mistyped or forged. */
    readonly authenticate: (key: Redacted.Redacted) => Effect.Effect<Option.Option<S.ApiKeyPrincipal>>
    /** Like `authenticate`, and counts the request against the limit of the key's owner, in the same statement. */
    readonly admit: (
      key: Redacted.Redacted,
      limits: RateLimits["Service"]
    ) => Effect.Effect<Option.Option<AdmittedCaller>>
    /** Makes an owner's next key. The result is the only place where its secret exists. */
    readonly create: (
      owner: KeyOwner,
      name?: S.OrganisationName
    ) => Effect.Effect<{ readonly key: S.ApiKey; readonly secret: Redacted.Redacted }, Conflict>
    /** Ends every key of the owner and makes a new one: for the operator, when keys are lost. */
    readonly reissue: (
      owner: KeyOwner
    ) => Effect.Effect<{ readonly key: S.ApiKey; readonly secret: Redacted.Redacted }>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest
    ) => Effect.Effect<Page<S.ApiKey>, ValidationFailed>
    readonly deactivate: (
      by: S.ApiKeyPrincipal,
      productId: S.ProductId,
      id: S.ApiKeyId
    ) => Effect.Effect<void, NotFound>
  }
>()("@embedded-super/service/partners/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const repo = yield* apiKeysRepo

      const create = Effect.fn("ApiKeys.create")(
        function* (owner: KeyOwner, name?: S.OrganisationName, endedOthers = false) {
          const at = yield* now
          if ((yield* repo.lockWorking(owner)) >= 2) return yield* keyLimitReached
          yield* repo.supersedeCurrent(owner, at)
          const kind = owner.productId === null ? "partner" : "product"
          const made = yield* makeApiKey(kind, owner.sandboxed ? "sandbox" : "live")
          const stored: StoredApiKey = {
            id: (yield* newId) as S.ApiKeyId,
            kind,
            environment: made.environment,
            partner_id: owner.partnerId,
            product_id: owner.productId,
            name: name ?? null,
            short_id: made.shortId,
            secret_hash: made.secretHash,
            last_four: made.lastFour,
            last_used_at: null,
            deactivated_at: null,
            inserted_at: at
          }
          yield* repo.insert(stored)
          yield* audit({
            actor: yield* caller,
            action: "api_key.create",
            partnerId: owner.partnerId,
            ...(owner.productId === null ? {} : { productId: owner.productId }),
            entity: { kind: "api_key", id: stored.id },
            change: changeOf(undefined, { short_id: stored.short_id, ended_others: endedOthers })
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
          return { key: presentApiKey(stored), secret: made.key }
        },
        sql.withTransaction,
        // Two concurrent requests for an owner's first key: the constraint lets only one become the current key.
        Effect.catchTag("SqlError", (error) =>
          error.reason._tag === "UniqueViolation" ? Effect.fail(keyLimitReached) : Effect.die(error)
        )
      )

      /** The working key that was presented; a request of its owner is counted. */
      const presented = Effect.fnUntraced(function* (
        key: Redacted.Redacted,
        counting: RateLimits["Service"]["counting"]
      ) {
        const parts = Option.getOrUndefined(parseApiKey(key))
        if (parts === undefined) return undefined
        const at = yield* now
        const stored = yield* repo.findWorking({ key: parts, at, counting })
        // Compares even if there is no such key, so that an unknown key takes as long as a wrong one.
        const same = equalBytes(parts.secretHash, stored?.secret_hash ?? NO_HASH)
        if (stored === undefined || !same) return undefined
        if (stored.kind !== parts.kind || stored.environment !== parts.environment) return undefined
        if (stored.is_untouched) yield* repo.touch(stored.id, at)
        return stored
      })

      return ApiKeys.of({
        authenticate: operation("ApiKeys.authenticate")(function* (key) {
          const stored = yield* presented(key, () => undefined)
          return stored === undefined ? Option.none() : Option.some(principalOf(stored))
        }),

        admit: operation("ApiKeys.admit")(function* (key, limits) {
          const stored = yield* presented(key, limits.counting)
          if (stored === undefined) return Option.none()
          const verdict = yield* limits.verdict(stored.product_id ?? stored.partner_id, stored.full_in)
          return Option.some({ caller: principalOf(stored), verdict, isSuspended: stored.is_suspended })
        }),

        create: (owner, name) => create(owner, name),

        reissue: transaction("ApiKeys.reissue")(function* (owner) {
          yield* repo.deactivateAll(owner, yield* now)
          return yield* Effect.orDie(create(owner, undefined, true))
        }),

        list: operation("ApiKeys.list")(function* (productId, request) {
          const before = yield* idOfCursor("keys", request.after)
          const { items, pagination } = pageOf(
            "keys",
            yield* repo.page(productId, { before, limit: request.limit }),
            request.limit
          )
          return { items: items.map(presentApiKey), pagination }
        }),

        deactivate: transaction("ApiKeys.deactivate")(function* (by, productId, id) {
          if (!(yield* repo.deactivate(productId, id, yield* now))) return yield* noSuchKey
          yield* audit({
            actor: { kind: "api_key", id: by.key_id },
            action: "api_key.deactivate",
            partnerId: by.partner_id,
            productId,
            entity: { kind: "api_key", id }
          })
        })
      })
    })
  )
}

const NO_HASH = new Uint8Array(32)

const principalOf = (key: WorkingKey): S.ApiKeyPrincipal => ({
  kind: key.kind,
  key_id: key.id,
  partner_id: key.partner_id,
  product_id: key.product_id,
  sandboxed: key.sandboxed
})

const keyLimitReached = new Conflict({
  code: "key_limit_reached",
  detail:
    "This product already has two keys that work. Deactivate the one that you no longer use, then make the new one."
})

const noSuchKey = new NotFound({ code: "not_found", detail: "The product has no key with this id." })

const presentApiKey = (key: StoredApiKey): S.ApiKey => ({
  id: key.id,
  kind: key.kind,
  product_id: key.product_id,
  name: key.name,
  hint: `${key.kind}_${key.environment}_${key.short_id}` as S.ApiKeyHint,
  active: key.deactivated_at === null,
  last_used_at: toTimestampOrNull(key.last_used_at),
  deactivated_at: toTimestampOrNull(key.deactivated_at),
  inserted_at: toTimestamp(key.inserted_at)
})
