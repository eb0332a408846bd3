import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { AtoEmployer } from "../ato/AtoAdapter.ts"

/** How an employer deals with the ATO, and the result of the last check of the connection. */
export interface AtoConnection {
  /** Null until the employer has chosen. */
  readonly connected_by: "employer" | "agent" | null
  readonly agent_number: S.RegisteredAgentNumber | null
  readonly agent_abn: S.Abn | null
  readonly checked_at: Date | null
  readonly check_result: "ok" | "not_found" | "error" | null
}

/** The connection with further data from the database. */
export interface StoredAtoConnection extends AtoConnection {
  /** The id that the employer enters in Access Manager; each employer has its own. */
  readonly software_id: string
  readonly sandboxed: boolean
}

interface AtoEmployerRow extends Omit<AtoEmployer, "agent"> {
  readonly agent_number: S.RegisteredAgentNumber | null
  readonly agent_abn: S.Abn | null
}

/** The SQL statements on employers' connections to the ATO. */
export const atoConnectionsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** Dies if the employer doesn't exist: call it only for an employer that was found. */
    ofEmployer: Effect.fnUntraced(function* ({ id }: { readonly id: S.EmployerId }) {
      const [row] =
        yield* sql<StoredAtoConnection>`SELECT e.software_id, p.sandboxed, c.connected_by, c.agent_number,
          c.agent_abn, c.checked_at, c.check_result
        FROM employers e JOIN products p ON p.id = e.product_id
        LEFT JOIN employer_ato_connections c ON c.employer_id = e.id WHERE e.id = ${id}`
      return row ?? (yield* Effect.die(new Error("An employer that doesn't exist")))
    }),

    /**
     * The employer data for a request to the ATO. Dies if the employer doesn't exist: call it only for one that was
     * found.
     */
    atoEmployer: Effect.fnUntraced(function* (
      productId: S.ProductId,
      employerId: S.EmployerId
    ): Effect.fn.Return<AtoEmployer, SqlError> {
      const [row] =
        yield* sql<AtoEmployerRow>`SELECT e.product_id, e.id AS employer_id, e.abn, e.software_id, p.sandboxed,
          c.agent_number, c.agent_abn
        FROM employers e JOIN products p ON p.id = e.product_id
        LEFT JOIN employer_ato_connections c ON c.employer_id = e.id
        WHERE e.product_id = ${productId} AND e.id = ${employerId}`
      if (row === undefined) return yield* Effect.die(new Error("An employer that doesn't exist"))
      const { agent_abn: abn, agent_number: number, ...employer } = row
      return { ...employer, agent: abn === null || number === null ? null : { abn, number } }
    }),

    put: (
      employer: { readonly id: S.EmployerId; readonly product_id: S.ProductId },
      connection: AtoConnection,
      at: Date
    ) =>
      sql`INSERT INTO employer_ato_connections ${sql.insert({
        employer_id: employer.id,
        product_id: employer.product_id,
        ...connection,
        updated_at: at
      })} ON CONFLICT (employer_id) DO UPDATE SET connected_by = excluded.connected_by,
          agent_number = excluded.agent_number, agent_abn = excluded.agent_abn, checked_at = excluded.checked_at,
          check_result = excluded.check_result, updated_at = excluded.updated_at`,

    /** Saves the result of a check. */
    checked: (employerId: S.EmployerId, result: NonNullable<AtoConnection["check_result"]>, at: Date) =>
      sql`UPDATE employer_ato_connections SET checked_at = ${at}, check_result = ${result}, updated_at = ${at}
        WHERE employer_id = ${employerId}`
  }
})
