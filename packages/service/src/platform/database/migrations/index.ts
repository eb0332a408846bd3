import type { Migration } from "../migrate.ts"
import partners from "./0001_partners.ts"
import auditLog from "./0002_audit_log.ts"
import idempotencyKeys from "./0003_idempotency_keys.ts"

/** Every migration by its file's name; they are applied in the order of the names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_partners": partners,
  "0002_audit_log": auditLog,
  "0003_idempotency_keys": idempotencyKeys
}
