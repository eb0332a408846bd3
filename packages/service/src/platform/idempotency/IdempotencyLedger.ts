import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../database/StatementLimits.ts"
import { unflushed } from "../database/rows.ts"
import { type Cell, equalBytes } from "../crypto/envelope.ts"
import { Vault } from "../crypto/Vault.ts"
import { newId } from "../ids/newId.ts"
import * as Cron from "effect/Cron"
import { periodically } from "../jobs/periodically.ts"
import { RateLimits } from "../rate-limit/RateLimits.ts"

/**
 * The part of a response that a repeat of its request gets; headers that every response has (its request id, for
 * example) are set again.
 */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request with a key. Keys belong to the caller's product (or partner) and to the operation. */
export interface KeyUse {
  readonly caller: S.ApiKeyPrincipal
  readonly operation: string
  readonly key: string
  /**
   * The text that identifies equal requests. Only its fingerprint is stored, because a body may contain a tax file
   * number.
   */
  readonly request: string
}

/** The state of the first request with the key; `Ours` if this request is the first. */
export type Claim =
  | { readonly _tag: "Ours"; readonly id: string }
  | { readonly _tag: "Running" }
  | { readonly _tag: "OtherRequest" }
  | { readonly _tag: "Answered"; readonly answer: KeptAnswer }
  | { readonly _tag: "AnsweredWithSecret"; readonly resourceId: string }

interface Row {
  readonly id: string
  readonly status: "in_progress" | "answered" | "answered_with_secret"
  readonly fingerprint: Uint8Array
  readonly answer: Uint8Array | null
  readonly entity_id: string | null
}

/** How long a request may hold its key before another request may claim the key. */
const LEASE = "30 seconds"

/** How long a response is kept, and its key with it (D-idempotency-keys). */
const KEPT = "24 hours"

/** The keys of requests that may be repeated, and the responses to repeats. */
export const idempotencyLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault

  const digestOf = ({ caller, key, operation }: KeyUse) =>
    vault.fingerprint(
      "idempotency key",
      JSON.stringify([caller.partner_id, caller.product_id, operation, key])
    )

  // Each claim has a new id, so the id also distinguishes the current holder from a request that has lost the key.
  const take = (use: KeyUse, id: string, fingerprint: Uint8Array) => sql`
    INSERT INTO idempotency_keys AS k
      (id, partner_id, product_id, operation, key_digest, fingerprint, status, locked_until, inserted_at, expires_at)
    SELECT ${id}, ${use.caller.partner_id}, ${use.caller.product_id}, ${use.operation}, ${digestOf(use)}, ${fingerprint},
      'in_progress', platform_now() + ${LEASE}::interval, platform_now(), platform_now() + ${KEPT}::interval
    WHERE ${unflushed(sql)}
    ON CONFLICT (partner_id, product_id, operation, key_digest) DO UPDATE SET
      id = excluded.id, fingerprint = excluded.fingerprint, status = 'in_progress', answer = NULL,
      entity_id = NULL, locked_until = excluded.locked_until, inserted_at = excluded.inserted_at,
      expires_at = excluded.expires_at
    WHERE k.expires_at <= platform_now()
      OR (k.locked_until <= platform_now() AND k.fingerprint = excluded.fingerprint)
    RETURNING id`

  const holder = (use: KeyUse) => sql<Row>`
    SELECT id, status, fingerprint, answer, entity_id FROM idempotency_keys WHERE ${sql.and([
      sql`partner_id = ${use.caller.partner_id}`,
      use.caller.product_id === null ? sql`product_id IS NULL` : sql`product_id = ${use.caller.product_id}`,
      sql`operation = ${use.operation}`,
      sql`key_digest = ${digestOf(use)}`
    ])}`

  return {
    /** Claims the key for this request, in a separate statement, or returns why it can't be claimed. */
    claim: Effect.fn("IdempotencyLedger.claim")(function* (use: KeyUse): Effect.fn.Return<Claim, unknown> {
      const id = yield* newId
      const fingerprint = vault.fingerprint("idempotent request", use.request)
      if ((yield* take(use, id, fingerprint)).length === 1) return { _tag: "Ours", id }
      const [row] = yield* holder(use)
      // The key was just released: the caller's next try claims it.
      if (row === undefined) return { _tag: "Running" }
      if (!equalBytes(row.fingerprint, fingerprint)) return { _tag: "OtherRequest" }
      if (row.entity_id !== null) return { _tag: "AnsweredWithSecret", resourceId: row.entity_id }
      if (row.answer === null) return { _tag: "Running" }
      const text = yield* vault.open(cellOf(use.caller, row.id), row.answer)
      return { _tag: "Answered", answer: JSON.parse(Redacted.value(text)) as KeptAnswer }
    }, Effect.orDie),

    /**
     * Stores the response of a request that holds the key, or only the id of the entity that it made. Call it in the
     * request's transaction: both are committed, or neither. Returns false if another request has claimed the key
     * since.
     */
    keep: Effect.fn("IdempotencyLedger.keep")(function* (
      id: string,
      caller: S.ApiKeyPrincipal,
      answer: KeptAnswer | { readonly resourceId: string }
    ) {
      const kept =
        "resourceId" in answer
          ? sql`status = 'answered_with_secret', entity_id = ${answer.resourceId}`
          : sql`status = 'answered', answer = ${yield* vault.seal(cellOf(caller, id), JSON.stringify(answer))}`
      const rows = yield* sql`UPDATE idempotency_keys SET ${kept}, locked_until = NULL
        WHERE id = ${id} AND status = 'in_progress' RETURNING id`
      return rows.length === 1
    }, Effect.orDie),

    /** Releases the key: the request did nothing. */
    release: (id: string) =>
      Effect.orDie(sql`DELETE FROM idempotency_keys
        WHERE id = ${id} AND status = 'in_progress' AND ${unflushed(sql)}`),

    /** Deletes expired keys and their responses. */
    removeExpired: sql`DELETE FROM idempotency_keys WHERE expires_at <= platform_now()`.pipe(
      inBackground(sql),
      Effect.orDie
    )
  }
})

const cellOf = (caller: S.ApiKeyPrincipal, id: string): Cell => ({
  table: "idempotency_keys",
  column: "answer",
  tenant: caller.product_id ?? caller.partner_id,
  row: id
})

/** Every hour deletes responses that were kept for 24 hours, and rate limits whose burst is full again. */
export const ExpiredKeys = Layer.effectDiscard(
  Effect.gen(function* () {
    const { removeExpired } = yield* idempotencyLedger
    const { forgetRested } = yield* RateLimits
    yield* Effect.forkScoped(
      periodically("expired idempotency keys", Cron.parseUnsafe("17 * * * *"), removeExpired)
    )
    yield* Effect.forkScoped(periodically("rested rate limits", Cron.parseUnsafe("23 * * * *"), forgetRested))
  })
)
