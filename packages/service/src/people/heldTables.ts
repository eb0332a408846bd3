/**
 * Every table that holds something of a person, for the export of all that is held. A new table with a session, employee,
 * intent or entity in it fails a test until it is in this list, or named as one about nobody.
 */

/** A table of which each row is about a person. */
export interface HeldTable {
  readonly table: string
  /** What finds the person's rows: a condition on ids of sessions, of employees, of intents, or of any of them. */
  readonly by: { readonly column: string; readonly of: "session" | "employee" | "intent" | "any" }
  /** Sealed columns, each with the column that names its row to the vault. */
  readonly sealed?: Readonly<Record<string, string>>
  /** Columns that say nothing to a person: hashes, tokens, answers of other programs. */
  readonly leftOut?: ReadonlyArray<string>
}

export const HELD_TABLES: ReadonlyArray<HeldTable> = [
  { table: "employees", by: { column: "id", of: "employee" }, sealed: { details: "id" } },
  { table: "onboarding_session_intents", by: { column: "id", of: "intent" }, sealed: { details: "id" } },
  { table: "onboarding_sessions", by: { column: "id", of: "session" }, sealed: { details: "id" } },
  { table: "embed_drafts", by: { column: "entity_id", of: "any" }, sealed: { typed: "entity_id" } },
  { table: "fund_displays", by: { column: "session_id", of: "session" } },
  {
    table: "super_selections",
    by: { column: "session_id", of: "session" },
    sealed: { membership: "id", self_managed: "id", unlisted: "id" }
  },
  {
    table: "tax_file_numbers",
    by: { column: "session_id", of: "session" },
    sealed: { masked: "session_id" },
    // Opened for a stated reason only (`personExport`).
    leftOut: ["sealed"]
  },
  {
    table: "verification_codes",
    by: { column: "session_id", of: "session" },
    sealed: { phone: "session_id" },
    leftOut: ["code_hash"]
  },
  { table: "choice_forms", by: { column: "session_id", of: "session" }, sealed: { sealed: "session_id" } },
  {
    table: "session_remains",
    by: { column: "session_id", of: "session" },
    leftOut: ["email_hash", "phone_hash"]
  },
  { table: "stapling_requests", by: { column: "session_id", of: "session" }, sealed: { fund: "session_id" } },
  { table: "employer_issues", by: { column: "session_id", of: "session" }, sealed: { note: "id" } },
  {
    table: "embed_sessions",
    by: { column: "entity_id", of: "any" },
    leftOut: ["token_hash", "opener_hash", "nonce"]
  },
  { table: "fund_calls", by: { column: "session_id", of: "session" }, leftOut: ["owner"] },
  { table: "events", by: { column: "entity_id", of: "any" } },
  { table: "webhook_deliveries", by: { column: "entity_id", of: "any" } },
  { table: "audit_log", by: { column: "entity_id", of: "any" } }
]

/** Tables that name such a thing, and hold nothing of a person in the row. */
export const ABOUT_NOBODY = [
  // The answers of repeated requests, for 24 hours, sealed: no column says whom they are about.
  "idempotency_keys"
]
