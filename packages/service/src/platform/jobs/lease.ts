/** The conditions and values of a lease, as SQL over a row's columns `owner` and `expires_at`. */
export interface Lease {
  /** The value of `expires_at` for a lease that is acquired or renewed now. */
  readonly until: string
  /** No worker holds the row: its lease was never acquired, was released, or has expired. */
  readonly isFree: (row: string) => string
  /** The lease hasn't expired. Together with `owner = …` it means that this worker still holds the row. */
  readonly isHeld: (row: string) => string
}

/**
 * A lease on a row: `owner` is a token of one hold, not of a process, and `expires_at` is true time by the database's
 * clock. Acquiring is `UPDATE … SET owner, expires_at = until WHERE isFree`; renewing and every later write present the
 * owner, so that a worker that lost its lease changes nothing; releasing sets both columns to null.
 */
export const lease = (duration: `${number} seconds`): Lease => ({
  until: `platform_now() + interval '${duration}'`,
  isFree: (row) => `(${row}.owner IS NULL OR ${row}.expires_at <= platform_now())`,
  isHeld: (row) => `${row}.expires_at > platform_now()`
})
