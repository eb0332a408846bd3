import type { FundCheck } from "../../FundUnderTest.ts"
import { accessToken } from "./accessToken.ts"
import { clockSkew, newKey, replayedToken } from "./rightTokens.ts"
import { beforeTheBody, rightCredentials, wrongCredentials } from "./credentials.ts"
import { keyComparison, keyInQuery } from "./keys.ts"
import { waysAround } from "./waysAround.ts"
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
