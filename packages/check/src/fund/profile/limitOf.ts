import type { FundProfile } from "@embedded-super/contracts/schemas"

/** The profile's limit of calls a minute: for checks, or for every caller. */
export const limitOf = ({ check, limits }: FundProfile): number | undefined =>
  check?.requests_per_minute ?? limits?.requests_per_minute
