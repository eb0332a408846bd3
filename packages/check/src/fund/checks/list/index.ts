import type { FundCheck } from "../../FundUnderTest.ts"
import { bySftp, checksum, complete, name, readsTheResult, weekly } from "./delivery.ts"
import { abns, agreedFormat, employerNumbers, encoding, header, oneRowEach, rows, size } from "./contents.ts"
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
