/** What a file may be (settled 38). */
export const LARGEST_FILE = 512 * 1024 * 1024
export const MOST_ROWS = 5_000_000
export const LONGEST_ROW = 4096
/** Share of bad rows above which the whole file is refused. */
export const BAD_SHARE = 0.001
export const MOST_FINDINGS = 100
/** At most one accepted a week; half a day of grace for who is early by a night. */
export const LEAST_INTERVAL = "6 days 12 hours"
export const DEFAULT_MAX_AGE_DAYS = 35
export const DEFAULT_SIZE_CHANGE_PERCENT = 50
/** How long a file that an operator may still accept is kept; by then the list that it would replace has gone stale. */
export const KEPT_FOR = "35 days"
