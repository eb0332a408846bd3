import type { FundCheck } from "../../FundUnderTest.ts"
import { beforeTheBody } from "./beforeTheBody.ts"
import { keyComparison } from "./keyComparison.ts"
import { keyInQuery } from "./keyInQuery.ts"
import { replayedToken } from "./replayedToken.ts"
import { wrongCredentials } from "./wrongCredentials.ts"
import { wrongTokens } from "./wrongTokens.ts"

export const auth: ReadonlyArray<FundCheck> = [
  ...wrongCredentials,
  ...keyComparison,
  beforeTheBody,
  ...wrongTokens,
  replayedToken,
  keyInQuery
]
