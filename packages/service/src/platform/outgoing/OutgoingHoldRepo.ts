import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../database/rows.ts"

/** All outgoing work is held until then, because an operator said so. */
export interface OutgoingHold {
  readonly until: Date
  /** The operator's words. */
  readonly reason: string
}

/** The statements on the operator's hold of all outgoing work. By true time, also for simulated funds. */
export const outgoingHoldRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The hold; undefined if there is none, or it has ended. */
  current: firstRow(
    sql<OutgoingHold>`SELECT held_until AS until, reason FROM outgoing_hold WHERE held_until > platform_now()`
  ),

  /** Who set it last. */
  setBy: firstRow(
    sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log
      WHERE entity_id IS NULL AND action = 'outgoing.hold' ORDER BY occurred_at DESC LIMIT 1`
  ),

  /** The condition that there is none. */
  isNone: sql.literal("NOT EXISTS (SELECT FROM outgoing_hold WHERE held_until > platform_now())"),

  set: ({ reason, until }: OutgoingHold) => sql`
    INSERT INTO outgoing_hold (held_until, reason, set_at) VALUES (${until}, ${reason}, platform_now())
    ON CONFLICT (is_only) DO UPDATE SET held_until = excluded.held_until, reason = excluded.reason,
      set_at = excluded.set_at`,

  release: sql`DELETE FROM outgoing_hold`
}))
