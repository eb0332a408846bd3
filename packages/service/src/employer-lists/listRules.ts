import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"
import type { CurrentList } from "./ListsRepo.ts"

/** The limits of a file (D-employer-lists). */
export const LARGEST_FILE = 512 * 1024 * 1024
export const MOST_ROWS = 5_000_000
export const LONGEST_ROW = 4096
/** Share of bad rows above which the whole file is refused. */
export const BAD_SHARE = 0.001
export const MOST_FINDINGS = 100
/** At most one list a week is accepted, with half a day of grace for a list that comes one night early. */
export const LEAST_INTERVAL = "6 days 12 hours"
export const DEFAULT_MAX_AGE_DAYS = 35
export const DEFAULT_SIZE_CHANGE_PERCENT = 50
/**
 * How long a file that awaits an operator's decision is kept; by then the list that it would replace has gone stale.
 */
export const KEPT_FOR = "35 days"

/** The agreed settings of the fund's employer list; undefined if it supplies none. */
export const agreedList = ({
  operations: { employer_lookup }
}: FundProfile): EmployerListSettings | undefined => employer_lookup?.list

/** The age in days at which the fund's list goes stale. */
export const maxAgeDays = (profile: FundProfile): number =>
  agreedList(profile)?.max_age_days ?? DEFAULT_MAX_AGE_DAYS

/** Share of that age at which the warning is given: 28 of 35 days. */
const SOON = 0.8

/** SQL: the age at which the list of the fund `alias`, a row of `funds`, goes stale. */
export const maxAge = (alias: string): string =>
  `make_interval(days => coalesce((${alias}.profile #>> '{operations,employer_lookup,list,max_age_days}')::int,
    ${DEFAULT_MAX_AGE_DAYS}))`

/** SQL: the age at which the fund and the operator are warned. */
export const warningAge = (alias: string): string => `${maxAge(alias)} * ${SOON}`

/** Whether a list differs in size from the one in force by more than was agreed; then an operator has to confirm it. */
export const sizeGuard = (
  agreed: EmployerListSettings | undefined,
  current: CurrentList | undefined,
  entries: number
): "shrank" | "grew" | undefined => {
  if (current === undefined) return undefined
  const share = (agreed?.size_change_percent ?? DEFAULT_SIZE_CHANGE_PERCENT) / 100
  if (entries < current.entries * (1 - share)) return "shrank"
  return entries > current.entries * (1 + share) ? "grew" : undefined
}

/**
 * SQL: whether a file `f` that awaits an operator's decision is superseded by a newer file that was accepted, awaits a
 * decision itself, or was decided on. A newer file with mistakes changes nothing, so it supersedes nothing.
 */
export const IS_SUPERSEDED = `EXISTS (SELECT FROM employer_list_files n WHERE n.fund_id = f.fund_id AND n.id > f.id
  AND (n.state IN ('accepted', 'held') OR n.reason = 'too_early' OR n.closed_at IS NOT NULL))`
