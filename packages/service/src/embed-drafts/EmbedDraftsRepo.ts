/**
 * Drafts: what a person has typed into a step of an embed and hasn't saved (D-embed-drafts). One row for each session,
 * intent or employer, with the drafts of its steps as one sealed document.
 *
 * Why one document: a view reads it with one statement, and a merge patch of a step is a merge patch of the whole.
 *
 * The trap: nothing here locks. The caller holds the lock of the session, intent or employer, as every save does, so two
 * frames never merge into the same draft at once.
 */
import {
  EmbedContactDraft,
  EmbedEmployerDetailsDraft,
  EmbedIdentityDraft,
  EmbedIntentJobDraft,
  EmbedIntentPersonDraft,
  EmbedSelfManagedDraft
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { type Owner, sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import type { Moments } from "../platform/time/BusinessClock.ts"
import { isPast, nowOfProduct } from "../platform/time/due.ts"
import { mergePatch } from "./mergePatch.ts"

/** The drafts of one session, intent or employer, by step. */
const Drafts = Schema.Struct({
  identity: Schema.optionalKey(EmbedIdentityDraft),
  contact: Schema.optionalKey(EmbedContactDraft),
  self_managed: Schema.optionalKey(EmbedSelfManagedDraft),
  person: Schema.optionalKey(EmbedIntentPersonDraft),
  job: Schema.optionalKey(EmbedIntentJobDraft),
  details: Schema.optionalKey(EmbedEmployerDetailsDraft)
})
export interface Drafts extends Schema.Schema.Type<typeof Drafts> {}

export type DraftStep = keyof Drafts

interface Row {
  readonly typed: Uint8Array
}

export const embedDraftsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const document = sealedDocument(yield* Vault, { table: "embed_drafts", column: "typed" }, Drafts)
  const decode = Schema.decodeUnknownEffect(Drafts)

  const remove = ({ id }: Pick<Owner, "id">) => sql`DELETE FROM embed_drafts WHERE entity_id = ${id}`

  /** The drafts; null if there are none. */
  const of = Effect.fnUntraced(function* (owner: Owner) {
    const [row] = yield* sql<Row>`SELECT typed FROM embed_drafts
      WHERE entity_id = ${owner.id} AND product_id = ${owner.product_id}`
    return row === undefined ? null : yield* document.open(owner, row.typed)
  })

  const write = Effect.fnUntraced(function* (owner: Owner, drafts: Drafts) {
    const typed = yield* document.seal(owner, drafts)
    const now = nowOfProduct(sql, owner.product_id)
    yield* sql`INSERT INTO embed_drafts (entity_id, product_id, typed, saved_at)
      VALUES (${owner.id}, ${owner.product_id}, ${typed}, ${now})
      ON CONFLICT (entity_id) DO UPDATE SET typed = excluded.typed, saved_at = excluded.saved_at`
  })

  /** Applies a JSON merge patch to the drafts. */
  const merge = Effect.fnUntraced(function* (
    owner: Owner,
    patch: { readonly [Step in DraftStep]?: object | null }
  ) {
    const merged = mergePatch(yield* of(owner), patch)
    yield* merged === undefined
      ? remove(owner)
      : Effect.flatMap(Effect.orDie(decode(merged)), (drafts) => write(owner, drafts))
  })

  /** Erases the drafts of some steps. */
  const forget = Effect.fnUntraced(function* (owner: Owner, steps: ReadonlyArray<DraftStep>) {
    if (steps.length === 0 || (yield* of(owner)) === null) return
    yield* merge(owner, Object.fromEntries(steps.map((step) => [step, null])))
  })

  return {
    of,
    merge,
    forget,

    /** Erases all drafts of a session, intent or employer, without opening them. */
    remove,

    /** Erases the drafts that were last changed before these moments. */
    removeOlder: (than: Moments) =>
      sql`DELETE FROM embed_drafts d USING products p
        WHERE p.id = d.product_id AND ${isPast(sql, "d.saved_at", "p.sandboxed", than)}`
  }
})
