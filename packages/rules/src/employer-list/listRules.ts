/**
 * The limits of an employer list, and what was agreed with a fund on its lists (D-employer-lists).
 */
import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"

export const LARGEST_FILE = 512 * 1024 * 1024
export const MOST_ROWS = 5_000_000
export const LONGEST_ROW = 4096
/** Share of bad rows above which the whole file is refused. */
export const BAD_SHARE = 0.001
export const MOST_FINDINGS = 100

/** The age in days at which a list goes stale, if the profile names none. */
export const DEFAULT_MAX_AGE_DAYS = 35
const DEFAULT_SIZE_CHANGE_PERCENT = 50

/** The agreed settings of the fund's employer list; undefined if it supplies none. */
export const agreedList = ({
  operations: { employer_lookup }
}: FundProfile): EmployerListSettings | undefined => employer_lookup?.list

/** The age in days at which the fund's list goes stale. */
export const maxAgeDays = (profile: FundProfile): number =>
  agreedList(profile)?.max_age_days ?? DEFAULT_MAX_AGE_DAYS

/** Whether a list differs in size from the one in force by more than was agreed; then an operator has to confirm it. */
export const sizeGuard = (
  agreed: EmployerListSettings | undefined,
  current: { readonly entries: number } | undefined,
  entries: number
): "shrank" | "grew" | undefined => {
  if (current === undefined) return undefined
  const share = (agreed?.size_change_percent ?? DEFAULT_SIZE_CHANGE_PERCENT) / 100
  if (entries < current.entries * (1 - share)) return "shrank"
  return entries > current.entries * (1 + share) ? "grew" : undefined
}
