import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AuditEntry, auditing } from "../platform/audit/audit.ts"

/** The language of every text that the service shows: terms, notices, declarations, consents (D-embed-languages). */
export const TEXT_LANGUAGE = "en-AU"

/** A text that a person accepts, or that the law requires to be shown. */
export type AcceptedText = "terms" | "declaration" | "tfn_notice" | "disclaimer" | "consent"

/** A person's acceptance of texts in an embed. */
interface Acceptance {
  readonly of: AcceptedText
  readonly productId: S.ProductId
  readonly entity: { readonly kind: "employer" | "onboarding_session"; readonly id: string }
  readonly versions: ReadonlyArray<S.EmbedTextVersion>
  /** The embed in which it happened, where it is known. */
  readonly embedSessionId?: S.EmbedSessionId | undefined
}

const entryOf = ({ embedSessionId, entity, of, productId, versions }: Acceptance): AuditEntry => ({
  actor: { kind: "embed_session", ...(embedSessionId === undefined ? {} : { id: embedSessionId }) },
  action: `${of}.accept`,
  productId,
  entity,
  detail: { versions, language: TEXT_LANGUAGE }
})

/**
 * The record of which versions of texts a person accepted, and in which language they were shown: its write, for the
 * statement that saves the step.
 */
export const acceptance = (sql: SqlClient.SqlClient, accepted: Acceptance) =>
  Effect.provideService(auditing(entryOf(accepted)), SqlClient.SqlClient, sql)

/** Records in the audit log which versions of texts a person accepted, and in which language they were shown. */
export const acceptances = Effect.map(
  SqlClient.SqlClient,
  (sql) => (accepted: Acceptance) => Effect.flatMap(acceptance(sql, accepted), Effect.asVoid)
)
