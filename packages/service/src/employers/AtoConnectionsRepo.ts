import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
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

/** The connection, with the other data of a request to the ATO. */
export interface StoredAtoConnection extends AtoConnection, Omit<AtoEmployer, "agent"> {}

/** The employer of a request to the ATO. */
export const atoEmployerOf = (stored: StoredAtoConnection): AtoEmployer => {
  const { abn, agent_abn, agent_number, employer_id, product_id, sandboxed, software_id } = stored
  const agent = agent_abn === null || agent_number === null ? null : { abn: agent_abn, number: agent_number }
  return { product_id, employer_id, abn, software_id, agent, sandboxed }
}

/** The columns of a `StoredAtoConnection`, and the tables that they come from. */
export const CONNECTION_COLUMNS = `e.product_id, e.id AS employer_id, e.abn, e.software_id, p.sandboxed, c.connected_by,
  c.agent_number, c.agent_abn, c.checked_at, c.check_result`
export const CONNECTION_TABLES = `employers e JOIN products p ON p.id = e.product_id
  LEFT JOIN employer_ato_connections c ON c.employer_id = e.id`

export const atoConnectionsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** Dies if the employer doesn't exist: call it only for an employer that was found. */
    find: Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
      const [row] =
        yield* sql<StoredAtoConnection>`SELECT ${sql.literal(CONNECTION_COLUMNS)} FROM ${sql.literal(CONNECTION_TABLES)}
        WHERE e.product_id = ${productId} AND e.id = ${employerId}`
      return row ?? (yield* Effect.die(new Error("An employer that doesn't exist")))
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
