import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Whether the server takes no changes: it is a standby, or its operator has closed it to them. */
export const isReadOnly = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ isOn: boolean }>`SELECT current_setting('transaction_read_only')::boolean AS "isOn"`,
    ([row]) => row?.isOn === true
  )
)
