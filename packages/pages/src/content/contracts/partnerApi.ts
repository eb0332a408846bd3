import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { httpContract } from "./httpContract.ts"

export const partnerApi = httpContract(PartnerApi)
