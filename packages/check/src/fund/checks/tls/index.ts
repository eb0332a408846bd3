import type { FundCheck } from "../../FundUnderTest.ts"
import { certificate, endsSoon } from "./certificate.ts"
import { httpsAddresses, plainHttp } from "./plainHttp.ts"
import { versions } from "./versions.ts"

export const tls: ReadonlyArray<FundCheck> = [httpsAddresses, ...versions, certificate, endsSoon, plainHttp]
