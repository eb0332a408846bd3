import { DEFAULT_MAX_AGE_DAYS } from "@embedded-super/rules/employer-list/listRules"

/** At most one list a week is accepted, with half a day of grace for a list that comes one night early. */
export const LEAST_INTERVAL = "6 days 12 hours"

/**
 * How long a file that awaits an operator's decision is kept; by then the list that it would replace has gone stale.
 */
export const KEPT_FOR = "35 days"

/** Share of that age at which the warning is given: 28 of 35 days. */
const SOON = 0.8

/** SQL: the age at which the list of the fund `alias`, a row of `funds`, goes stale. */
export const maxAge = (alias: string): string =>
  `make_interval(days => coalesce((${alias}.profile #>> '{operations,employer_lookup,list,max_age_days}')::int,
    ${DEFAULT_MAX_AGE_DAYS}))`

/** SQL: the age at which the fund and the operator are warned. */
export const warningAge = (alias: string): string => `${maxAge(alias)} * ${SOON}`

/**
 * SQL: whether a file `f` that awaits an operator's decision is superseded by a newer file that was accepted, awaits a
 * decision itself, or was decided on. A newer file with mistakes changes nothing, so it supersedes nothing.
 */
export const IS_SUPERSEDED = `EXISTS (SELECT FROM employer_list_files n WHERE n.fund_id = f.fund_id AND n.id > f.id
  AND (n.state IN ('accepted', 'held') OR n.reason = 'too_early' OR n.closed_at IS NOT NULL))`
