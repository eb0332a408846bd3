import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { audit } from "../platform/audit/audit.ts"

/** The language of every text that the service shows: terms, notices, declarations, consents (D-embed-languages). */
export const TEXT_LANGUAGE = "en-AU"

/** What a person accepts, or is shown where the law requires it. */
export type AcceptedText = "terms" | "declaration" | "tfn_notice" | "disclaimer" | "consent"

/** A person's acceptance of texts in an embed. */
export interface Acceptance {
  readonly of: AcceptedText
  readonly productId: S.ProductId
  readonly entity: { readonly kind: "employer" | "onboarding_session"; readonly id: string }
  readonly versions: ReadonlyArray<S.EmbedTextVersion>
  /** The embed in which it happened, where it is known. */
  readonly embedSessionId?: S.EmbedSessionId | undefined
}

/** Records in the audit log which versions of texts a person accepted, and in which language they were shown. */
export const acceptances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return ({ embedSessionId, entity, of, productId, versions }: Acceptance) =>
    audit({
      actor: { kind: "embed_session", ...(embedSessionId === undefined ? {} : { id: embedSessionId }) },
      action: `${of}.accept`,
      productId,
      entity,
      detail: { versions, language: TEXT_LANGUAGE }
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})
