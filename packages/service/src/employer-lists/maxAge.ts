import { DEFAULT_MAX_AGE_DAYS } from "./limits.ts"

/** Share of that age at which a list is said to match nothing soon: 28 days where it is 35. */
const SOON = 0.8

/** SQL: the age from which the list of the fund `alias`, a row of `funds`, matches nothing. */
export const maxAge = (alias: string): string =>
  `make_interval(days => coalesce((${alias}.profile #>> '{operations,employer_lookup,list,max_age_days}')::int,
    ${DEFAULT_MAX_AGE_DAYS}))`

/** SQL: the age from which the fund and the operator are warned. */
export const warningAge = (alias: string): string => `${maxAge(alias)} * ${SOON}`
