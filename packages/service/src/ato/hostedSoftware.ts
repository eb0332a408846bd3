import type { Abn, WebUrl } from "@embedded-super/contracts/schemas"

/** Where employers and agents add hosted software at the ATO. */
export const ACCESS_MANAGER_URL = "https://am.ato.gov.au" as WebUrl

/** The ABN of this service's provider, as employers find it in Access Manager. */
export const SOFTWARE_PROVIDER_ABN = "80000000001" as Abn
