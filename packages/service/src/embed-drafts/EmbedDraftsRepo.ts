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

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * A JSON merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces. Unlike there, an object
 * that is left empty is removed too, at the top as well: undefined.
 */
export const mergePatch = (target: unknown, patch: object): Json | undefined => {
  const before = isObject(target) ? target : {}
  const after = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch)) {
    const merged = isObject(value) ? mergePatch(before[name], value) : value
    if (merged === null || merged === undefined) after.delete(name)
    else after.set(name, merged)
  }
  return after.size === 0 ? undefined : Object.fromEntries(after)
}

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

export interface DraftsRow {
  readonly typed: Uint8Array
}

export const embedDraftsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const document = sealedDocument(yield* Vault, { table: "embed_drafts", column: "typed" }, Drafts)
  const decode = Schema.decodeUnknownEffect(Drafts)

  const remove = ({ id }: Pick<Owner, "id">) => sql`DELETE FROM embed_drafts WHERE entity_id = ${id}`

  /** Opens the sealed drafts of a row; null if there is none. */
  const opened = (owner: Owner, row: DraftsRow | undefined): Effect.Effect<Drafts | null> =>
    row === undefined ? Effect.succeed(null) : document.open(owner, row.typed)

  /** The drafts; null if there are none. */
  const of = Effect.fnUntraced(function* (owner: Owner) {
    const [row] = yield* sql<DraftsRow>`SELECT typed FROM embed_drafts
      WHERE entity_id = ${owner.id} AND product_id = ${owner.product_id}`
    return yield* opened(owner, row)
  })

  const writing = Effect.fnUntraced(function* (owner: Owner, drafts: Drafts) {
    const typed = yield* document.seal(owner, drafts)
    const now = nowOfProduct(sql, owner.product_id)
    return sql`INSERT INTO embed_drafts (entity_id, product_id, typed, saved_at)
      VALUES (${owner.id}, ${owner.product_id}, ${typed}, ${now})
      ON CONFLICT (entity_id) DO UPDATE SET typed = excluded.typed, saved_at = excluded.saved_at`
  })

  const apply = (
    owner: Owner,
    before: Drafts | null,
    patch: { readonly [Step in DraftStep]?: object | null }
  ) =>
    Effect.gen(function* () {
      const merged = mergePatch(before, patch)
      const after = merged === undefined ? null : yield* Effect.orDie(decode(merged))
      return { after, write: after === null ? remove(owner) : yield* writing(owner, after) }
    })

  /** Applies a JSON merge patch to the drafts, and returns them. */
  const merge = Effect.fnUntraced(function* (
    owner: Owner,
    patch: { readonly [Step in DraftStep]?: object | null },
    known?: Drafts | null
  ) {
    const { after, write } = yield* apply(owner, known === undefined ? yield* of(owner) : known, patch)
    yield* write
    return after
  })

  /**
   * The drafts without those of some steps, and the write that erases these; no write if there is nothing to erase. The
   * caller knows the drafts.
   */
  const forgetting = Effect.fnUntraced(function* (
    owner: Owner,
    known: Drafts | null,
    steps: ReadonlyArray<DraftStep>
  ) {
    const obsolete = steps.filter((step) => known?.[step] !== undefined)
    if (obsolete.length === 0) return { after: known, write: undefined }
    return yield* apply(owner, known, Object.fromEntries(obsolete.map((step) => [step, null])))
  })

  /** Erases the drafts of some steps. */
  const forget = Effect.fnUntraced(function* (owner: Owner, steps: ReadonlyArray<DraftStep>) {
    if (steps.length === 0) return
    const { write } = yield* forgetting(owner, yield* of(owner), steps)
    if (write !== undefined) yield* write
  })

  return {
    of,
    opened,
    merge,
    forget,
    forgetting,

    /** Erases all drafts of a session, intent or employer, without opening them. */
    remove,

    /** Erases the drafts that were last changed before these moments. */
    removeOlder: (than: Moments) =>
      sql`DELETE FROM embed_drafts d USING products p
        WHERE p.id = d.product_id AND ${isPast(sql, "d.saved_at", "p.sandboxed", than)}`
  }
})
