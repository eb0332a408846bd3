import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"
import { DEFAULT_MAX_AGE_DAYS } from "./limits.ts"

/** What is agreed on the fund's employer list; undefined where it supplies none. */
export const agreedList = ({
  operations: { employer_lookup }
}: FundProfile): EmployerListSettings | undefined => employer_lookup?.list

/** After how many days the fund's list matches nothing. */
export const maxAgeDays = (profile: FundProfile): number =>
  agreedList(profile)?.max_age_days ?? DEFAULT_MAX_AGE_DAYS
