import type { Flaw } from "../Flaw.ts"
import { neverFetches } from "./neverFetches.ts"
import { noKey } from "./noKey.ts"
import { keyAsBearer } from "./keyAsBearer.ts"
import { oneKeyForAll } from "./oneKeyForAll.ts"
import { keyInAddress } from "./keyInAddress.ts"
import { ownPath } from "./ownPath.ts"
import { fetchesByPost } from "./fetchesByPost.ts"
import { urlFollowed } from "./urlFollowed.ts"
import { employeesIgnored } from "./employeesIgnored.ts"
import { issuesIgnored } from "./issuesIgnored.ts"
import { secondProductIgnored } from "./secondProductIgnored.ts"
import { intentNotConverted } from "./intentNotConverted.ts"
import { conversionRefused } from "./conversionRefused.ts"
import { intentUnread } from "./intentUnread.ts"
import { hammersOn429 } from "./hammersOn429.ts"
import { givesUpOn429 } from "./givesUpOn429.ts"
import { hammersOn404 } from "./hammersOn404.ts"
import { urlComparedByBeginning } from "./urlComparedByBeginning.ts"
import { keysMixedUp } from "./keysMixedUp.ts"
import { postsAsForm } from "./postsAsForm.ts"
import { stormOn503 } from "./stormOn503.ts"

export const callback: ReadonlyArray<Flaw> = [
  neverFetches,
  noKey,
  keyAsBearer,
  oneKeyForAll,
  keyInAddress,
  ownPath,
  fetchesByPost,
  urlFollowed,
  employeesIgnored,
  issuesIgnored,
  secondProductIgnored,
  intentNotConverted,
  conversionRefused,
  intentUnread,
  hammersOn429,
  givesUpOn429,
  hammersOn404,
  urlComparedByBeginning,
  keysMixedUp,
  postsAsForm,
  stormOn503
]
