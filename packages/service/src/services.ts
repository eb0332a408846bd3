import { FundsServices } from "./funds/services.ts"

/** Every service of the business, over `Platform`. */
export const Services = FundsServices
