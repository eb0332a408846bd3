import { lease } from "../../platform/jobs/lease.ts"

/** The lease of a durable call. Its worker renews it every few seconds. */
export const CALL_LEASE = lease("12 seconds")
