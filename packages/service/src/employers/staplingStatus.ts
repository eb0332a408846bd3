import type { StaplingStatus } from "@embedded-super/contracts/schemas"
import type { AccessCheck } from "../ato/AtoAdapter.ts"

/**
 * The stapling status after a check of the ATO connection (D-stapling). A missing permission ends a connection; an ATO
 * that doesn't answer changes nothing.
 */
export const AFTER_CHECK: Readonly<Record<StaplingStatus, Readonly<Record<AccessCheck, StaplingStatus>>>> = {
  not_connected: { ok: "connected", not_found: "not_connected", error: "not_connected" },
  connected: { ok: "connected", not_found: "lapsed", error: "connected" },
  lapsed: { ok: "connected", not_found: "lapsed", error: "lapsed" }
}
