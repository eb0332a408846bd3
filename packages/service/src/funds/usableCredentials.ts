import type { SqlClient } from "effect/sql/SqlClient"

/** As `usable`, where there is no client at hand. */
export const USABLE = "c.refused_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > platform_now())"

/** The condition under which credentials `c` may be sent: not refused by their fund, and not past their overlap. */
export const usable = (sql: SqlClient) => sql.literal(USABLE)
