import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { AtoEmployer } from "./Ato.ts"

/** An employer as the ATO is told of it. Fails the fibre if there is none: ask for one that was found. */
export const atoEmployer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
    const [row] = yield* sql<AtoEmployer>`SELECT e.product_id, e.id AS employer_id, e.abn, p.sandboxed
      FROM employers e JOIN products p ON p.id = e.product_id
      WHERE e.product_id = ${productId} AND e.id = ${employerId}`
    return row === undefined ? yield* Effect.die(new Error("An employer that doesn't exist")) : row
  })
})
