import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import { audit, operator, type AuditEntry } from "../../platform/audit/audit.ts"
import type { Cell } from "../../platform/crypto/envelope.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { newId } from "../../platform/ids/newId.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { type SealedKey, type StoredWebhookKey, webhookKeysRepo } from "./EndpointsRepo.ts"

/** How long a replaced key still signs beside the new one, so that receivers can fetch the published keys again. */
const OVERLAP = "7 days"

/** SPKI of an Ed25519 key is a prefix of twelve bytes and the key. */
const SPKI_PREFIX = 12

/** The maximum number of keys in one response. */
const SHOWN = 1000

const cell = (partnerId: string, id: string): Cell => ({
  table: "webhook_keys",
  column: "sealed",
  tenant: partnerId,
  row: id
})

/**
 * The Ed25519 keys of partners that want webhooks with publicly verifiable signatures (v1a of Standard Webhooks). The
 * operator makes them at a partner's request; the public halves are available to everyone.
 */
export class WebhookKeys extends Context.Service<
  WebhookKeys,
  {
    /** The public keys that sign webhooks now, of one partner or of all, the newest first. */
    readonly published: (
      partnerId: S.PartnerId | undefined
    ) => Effect.Effect<ReadonlyArray<S.WebhookKey>, SqlError>
    /** Makes a partner's first key: from now on it also signs the partner's webhooks. */
    readonly create: (slug: string) => Effect.Effect<S.WebhookKey, OperatorError | SqlError>
    /**
     * Makes a new key. The previous key signs for another seven days, or ends now (after a leak, for example). A key
     * that was replaced earlier ends now, so that at most two keys sign.
     */
    readonly rotate: (
      slug: string,
      options: { readonly endOldNow: boolean }
    ) => Effect.Effect<S.WebhookKey, OperatorError | SqlError>
    /** Ends a partner's keys now: only its secrets sign its webhooks from now on. */
    readonly end: (slug: string) => Effect.Effect<void, OperatorError | SqlError>
  }
>()("@embedded-super/service/webhooks/WebhookKeys") {
  static readonly layer = Layer.effect(
    WebhookKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const repo = yield* webhookKeysRepo

      /** Locks the partner, and returns its id and whether it has a current key. */
      const partnerOf = Effect.fnUntraced(function* (slug: string) {
        const id = yield* repo.lockPartner(slug)
        if (id === undefined) return yield* noSuchPartner(slug)
        return { id, hasKey: yield* repo.hasCurrent(id) }
      })

      /** Locks a partner, and returns its id. Fails if it has no key. */
      const partnerWithKey = Effect.fnUntraced(function* (slug: string) {
        const { hasKey, id } = yield* partnerOf(slug)
        return hasKey ? id : yield* hasNoKey(slug)
      })

      /** Stores a new Ed25519 key pair: the 32 bytes to publish, and the sealed private key. */
      const insert = Effect.fnUntraced(function* (partnerId: S.PartnerId) {
        const id = yield* newId
        const { privateKey, publicKey } = generateKeyPairSync("ed25519")
        const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")
        const sealed = yield* vault.seal(cell(partnerId, id), secret)
        const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX)
        return present(yield* repo.insert(id, partnerId, { publicKey: bytes, sealed }))
      })

      const record = (action: AuditEntry["action"], partnerId: S.PartnerId) =>
        Effect.flatMap(operator, (actor) =>
          audit({ actor, action, partnerId, entity: { kind: "partner", id: partnerId } })
        ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

      return WebhookKeys.of({
        published: Effect.fn("WebhookKeys.published")(function* (partnerId) {
          return (yield* repo.live(partnerId, SHOWN)).map(present)
        }),

        create: Effect.fn("WebhookKeys.create")(function* (slug) {
          const { hasKey, id } = yield* partnerOf(slug)
          if (hasKey) return yield* hasKeyAlready(slug)
          const key = yield* insert(id)
          yield* record("webhook_key.create", id)
          return key
        }, sql.withTransaction),

        rotate: Effect.fn("WebhookKeys.rotate")(function* (slug, { endOldNow }) {
          const id = yield* partnerWithKey(slug)
          yield* repo.end(id, endOldNow ? "0" : OVERLAP)
          const key = yield* insert(id)
          yield* record("webhook_key.rotate", id)
          return key
        }, sql.withTransaction),

        end: Effect.fn("WebhookKeys.end")(function* (slug) {
          const id = yield* partnerWithKey(slug)
          yield* repo.end(id, "0")
          yield* record("webhook_key.end", id)
        }, sql.withTransaction)
      })
    })
  )
}

/** Opens a partner's private key. */
export const makePartnerKey = Effect.map(
  Vault,
  (vault) =>
    ({ id, sealed, tenant }: SealedKey) =>
      Effect.map(vault.open(cell(tenant, id), Buffer.from(sealed, "hex")), (secret) =>
        createPrivateKey({
          key: Buffer.from(Redacted.value(secret), "base64"),
          format: "der",
          type: "pkcs8"
        })
      )
)

const present = (row: StoredWebhookKey): S.WebhookKey => ({
  kid: row.id as S.WebhookKey["kid"],
  partner_id: row.partner_id,
  public_key: `whpk_${Buffer.from(row.public_key).toString("base64")}` as S.WebhookKey["public_key"],
  valid_from: toTimestamp(row.valid_from),
  valid_until: toTimestampOrNull(row.valid_until)
})

const noSuchPartner = (slug: string) =>
  new OperatorError({
    problem: `There is no partner with the slug ${slug}.`,
    remedy: "admin partner create shows the slug of a partner that it makes."
  })

const hasKeyAlready = (slug: string) =>
  new OperatorError({
    problem: `The webhooks of ${slug} are signed with a key already.`,
    remedy: "Replace it with admin partner webhook-key rotate."
  })

const hasNoKey = (slug: string) =>
  new OperatorError({
    problem: `The webhooks of ${slug} are not signed with a key.`,
    remedy: "Make one with admin partner webhook-key create."
  })
