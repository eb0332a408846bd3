import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Fillers, tags, annotations, and codes that are no characters, as a class of PostgreSQL. */
const UNSEEN =
  "[\\u115f\\u1160\\u180e\\u3164\\ufdd0-\\ufdef\\uffa0\\ufff9-\\ufffb\\ufffe\\uffff" +
  "\\U0001fffe\\U0001ffff\\U0002fffe\\U0002ffff\\U0003fffe-\\U000e00ff\\U000e01f0-\\U0010ffff]"

/**
 * Texts that were taken in before the contract excluded what shows nothing: each of its characters becomes U+FFFD, so that what
 * is stored can be answered. It isn't removed, because a name of nothing else would then be empty. What is sealed is
 * changed when it is opened (`SealedDocument.ts`). The audit log stays as it is: it holds no text of anybody.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = yield* sql<{ table_name: string; column_name: string; data_type: string }>`
    SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb')
      AND c.is_generated = 'NEVER' AND table_name <> 'audit_log'`
  for (const { column_name, data_type, table_name } of columns) {
    const column = sql(column_name)
    yield* sql`UPDATE ${sql(table_name)}
      SET ${column} = regexp_replace(${column}::text, ${UNSEEN}, chr(65533), 'g')::${sql.literal(data_type)}
      WHERE ${column}::text ~ ${UNSEEN}`
  }
})
