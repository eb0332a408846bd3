import { FundApi } from "@embedded-super/contracts/fund-api"
import { httpContract } from "./httpContract.ts"

export const fundApi = httpContract(FundApi)
