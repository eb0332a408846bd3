import type { FundCheck } from "../../FundUnderTest.ts"
import { bySftp, checksum, complete, name, readsTheResult, weekly } from "./delivery.ts"
import { abns, agreedFormat, employerNumbers, oneRowEach } from "./employers.ts"
import { encoding, header, rows, size } from "./format.ts"
import { salted, secret, unsalted } from "./hashes.ts"
import { asLive, declaredEmployer, noOtherEmployers } from "./matches.ts"

export const list: ReadonlyArray<FundCheck> = [
  bySftp,
  name,
  complete,
  checksum,
  encoding,
  header,
  rows,
  size,
  abns,
  agreedFormat,
  oneRowEach,
  employerNumbers,
  salted,
  unsalted,
  secret,
  declaredEmployer,
  noOtherEmployers,
  asLive,
  weekly,
  readsTheResult
]
