import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"

/** What is agreed on the fund's employer list; undefined where it supplies none. */
export const agreedList = ({
  operations: { employer_lookup }
}: FundProfile): EmployerListSettings | undefined => employer_lookup?.list
