import type { FundCheck } from "../../FundUnderTest.ts"
import { accessToken } from "./accessToken.ts"
import { clockSkew } from "./clockSkew.ts"
import { beforeTheBody } from "./beforeTheBody.ts"
import { keyComparison } from "./keyComparison.ts"
import { keyInQuery } from "./keyInQuery.ts"
import { newKey } from "./newKey.ts"
import { replayedToken } from "./replayedToken.ts"
import { rightCredentials } from "./rightCredentials.ts"
import { waysAround } from "./waysAround.ts"
import { wrongCredentials } from "./wrongCredentials.ts"
import { wrongTokens } from "./wrongTokens.ts"

export const auth: ReadonlyArray<FundCheck> = [
  rightCredentials,
  ...accessToken,
  ...wrongCredentials,
  ...keyComparison,
  keyInQuery,
  waysAround,
  beforeTheBody,
  ...wrongTokens,
  clockSkew,
  replayedToken,
  newKey
]
