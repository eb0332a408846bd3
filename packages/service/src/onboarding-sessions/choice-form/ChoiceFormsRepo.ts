import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { sealedDocument } from "../../personal-data/SealedDocument.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { ChoiceForm } from "./choiceForm.ts"

/** All that a form's PDF is rendered from, as it is sealed. */
const MadeDocument = Schema.Struct({
  /** The PDF contains it: the same document renders the same bytes. */
  made_at: Schema.DateFromString,
  content: ChoiceForm
})

/** A form that is made and not removed. */
export interface MadeChoiceForm extends Schema.Schema.Type<typeof MadeDocument> {
  /** Whether it contains the fund's member number. */
  readonly names_member: boolean
}

/** The owner of a form: its session. */
export interface ChoiceFormOwner {
  readonly id: S.OnboardingSessionId
  readonly product_id: S.ProductId
}

export const choiceFormsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const documents = sealedDocument(yield* Vault, { table: "choice_forms", column: "sealed" }, MadeDocument)

  return {
    insert: (owner: ChoiceFormOwner, at: Date) =>
      sql`INSERT INTO choice_forms (session_id, product_id, requested_at, woken_at)
        VALUES (${owner.id}, ${owner.product_id}, ${at}, platform_now())`,

    /**
     * The write of a form. The caller holds the session's lock, and has checked that there is no form or one without the
     * member number.
     */
    writing: Effect.fnUntraced(function* (owner: ChoiceFormOwner, form: MadeChoiceForm, at: Date) {
      const sealed = yield* documents.seal(owner, form)
      return sql`UPDATE choice_forms SET sealed = ${sealed}, names_member = ${form.names_member},
          made_at = coalesce(made_at, ${at})
        WHERE session_id = ${owner.id}`
    }),

    /** Opens the form; undefined if there is none. */
    read: Effect.fnUntraced(function* (
      owner: ChoiceFormOwner
    ): Effect.fn.Return<MadeChoiceForm | undefined, SqlError> {
      const [row] = yield* sql<{ readonly sealed: Uint8Array | null; readonly names_member: boolean }>`
        SELECT sealed, names_member FROM choice_forms
        WHERE session_id = ${owner.id} AND product_id = ${owner.product_id}`
      if (row === undefined || row.sealed === null) return undefined
      return { ...(yield* documents.open(owner, row.sealed)), names_member: row.names_member }
    }),

    /** Removes the form and its data key for good. The row keeps the time at which the form was made. */
    remove: (owner: ChoiceFormOwner) =>
      sql`UPDATE choice_forms SET sealed = NULL
        WHERE session_id = ${owner.id} AND product_id = ${owner.product_id}`,

    /**
     * Forms that were requested or woken at least `graceSeconds` ago and aren't made, at most 100. Marks them as woken.
     */
    neglected: (graceSeconds: number) =>
      Effect.map(
        sql<{ readonly session_id: S.OnboardingSessionId }>`
          UPDATE choice_forms SET woken_at = platform_now() WHERE session_id IN (
            SELECT session_id FROM choice_forms
            WHERE made_at IS NULL AND woken_at <= platform_now() - ${graceSeconds}::float8 * interval '1 second'
            ORDER BY woken_at LIMIT 100 FOR UPDATE SKIP LOCKED
          ) RETURNING session_id`,
        (rows) => rows.map(({ session_id }) => session_id)
      )
  }
})
