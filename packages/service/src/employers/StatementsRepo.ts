import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "../platform/ids/newId.ts"

/** A declaration that an employer accepts. */
export type StatementName = "stapling"

/** A declaration that an employer has accepted and not withdrawn. */
export interface AcceptedStatement {
  readonly statement: StatementName
  readonly version: S.EmbedTextVersion
  readonly accepted_at: Date
}

interface Owner {
  readonly id: S.EmployerId
  readonly product_id: S.ProductId
}

/** The SQL statements on employers' acceptances. The caller locks the employer. */
export const statementsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** The employer's current acceptances. */
    current: ({ id }: Pick<Owner, "id">) => sql<AcceptedStatement>`SELECT statement, version, accepted_at
      FROM employer_statements WHERE employer_id = ${id} AND withdrawn_at IS NULL`,

    /** Accepts a version of a declaration, unless it is already accepted, or withdraws the declaration (null). */
    put: Effect.fnUntraced(function* (
      employer: Owner,
      statement: StatementName,
      version: S.EmbedTextVersion | null,
      embedSessionId: S.EmbedSessionId | null,
      at: Date
    ) {
      const [same] = yield* sql`SELECT 1 FROM employer_statements WHERE employer_id = ${employer.id}
        AND statement = ${statement} AND version = ${version} AND withdrawn_at IS NULL`
      if (same !== undefined) return
      yield* sql`UPDATE employer_statements SET withdrawn_at = ${at}
        WHERE employer_id = ${employer.id} AND statement = ${statement} AND withdrawn_at IS NULL`
      if (version === null) return
      yield* sql`INSERT INTO employer_statements ${sql.insert({
        id: yield* newId,
        product_id: employer.product_id,
        employer_id: employer.id,
        statement,
        version,
        embed_session_id: embedSessionId,
        accepted_at: at
      })}`
    })
  }
})
