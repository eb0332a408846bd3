import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"
import type { CurrentList } from "./FilesRepo.ts"

/** What a file may be (D-employer-lists). */
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

/** What is agreed on the fund's employer list; undefined where it supplies none. */
export const agreedList = ({
  operations: { employer_lookup }
}: FundProfile): EmployerListSettings | undefined => employer_lookup?.list

/** After how many days the fund's list matches nothing. */
export const maxAgeDays = (profile: FundProfile): number =>
  agreedList(profile)?.max_age_days ?? DEFAULT_MAX_AGE_DAYS

/** Share of that age at which a list is said to match nothing soon: 28 days where it is 35. */
const SOON = 0.8

/** SQL: the age from which the list of the fund `alias`, a row of `funds`, matches nothing. */
export const maxAge = (alias: string): string =>
  `make_interval(days => coalesce((${alias}.profile #>> '{operations,employer_lookup,list,max_age_days}')::int,
    ${DEFAULT_MAX_AGE_DAYS}))`

/** SQL: the age from which the fund and the operator are warned. */
export const warningAge = (alias: string): string => `${maxAge(alias)} * ${SOON}`

/** Whether a list differs in size from the one in force by more than was agreed, so that an operator has to confirm it. */
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
 * SQL: whether a file `f`, which waits for an operator, is superseded by a newer one that was accepted, waits itself, or was
 * decided about. A newer file with mistakes changes nothing, so it supersedes nothing.
 */
export const IS_SUPERSEDED = `EXISTS (SELECT FROM employer_list_files n WHERE n.fund_id = f.fund_id AND n.id > f.id
  AND (n.state IN ('accepted', 'held') OR n.reason = 'too_early' OR n.closed_at IS NOT NULL))`
