import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { AtoEmployer } from "../ato/AtoAdapter.ts"

interface Row extends Omit<AtoEmployer, "agent"> {
  readonly agent_number: S.RegisteredAgentNumber | null
  readonly agent_abn: S.Abn | null
}

/** An employer as the ATO is told of it. Fails the fibre if there is none: ask for one that was found. */
export const atoEmployer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
    const [row] = yield* sql<Row>`SELECT e.product_id, e.id AS employer_id, e.abn, e.software_id, p.sandboxed,
        c.agent_number, c.agent_abn
      FROM employers e JOIN products p ON p.id = e.product_id
      LEFT JOIN employer_ato_connections c ON c.employer_id = e.id
      WHERE e.product_id = ${productId} AND e.id = ${employerId}`
    if (row === undefined) return yield* Effect.die(new Error("An employer that doesn't exist"))
    const { agent_abn: abn, agent_number: number, ...employer } = row
    return { ...employer, agent: abn === null || number === null ? null : { abn, number } }
  })
})
