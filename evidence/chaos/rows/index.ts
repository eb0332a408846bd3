import type { Row } from "../Row.ts"
import { clockSkew } from "./clockSkew.ts"
import { credentialBreaker } from "./credentialBreaker.ts"
import { databaseOutage } from "./databaseOutage.ts"
import { fileIngest } from "./fileIngest.ts"
import { killEverywhere } from "./killEverywhere.ts"
import { logHygiene } from "./logHygiene.ts"
import { mutationCheck } from "./mutationCheck.ts"
import { orderProperty } from "./orderProperty.ts"
import { partition } from "./partition.ts"
import { registrationExactlyOnce } from "./registrationExactlyOnce.ts"
import { slowReceivers } from "./slowReceivers.ts"
import { soak } from "./soak.ts"
import { sftpSiege } from "./sftpSiege.ts"
import { stopAndStall } from "./stopAndStall.ts"
import { storm429 } from "./storm429.ts"
import { storm5xx } from "./storm5xx.ts"

/** The rows of reliability's table that are proven here, in its order. Those that are left out have tests in the gate. */
export const rows: ReadonlyArray<Row> = [
  killEverywhere,
  soak,
  databaseOutage,
  partition,
  storm429,
  storm5xx,
  slowReceivers,
  clockSkew,
  orderProperty,
  registrationExactlyOnce,
  credentialBreaker,
  fileIngest,
  logHygiene,
  mutationCheck,
  sftpSiege,
  stopAndStall
]
