import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { httpContract } from "./httpContract.ts"

export const embedApi = httpContract(EmbedApi)
