/** Correct partners that differ as far as the description allows, for `partner-sim --variant NAME`. */
import type { OtherPartner } from "../flaws/Flaw.ts"
import { answers200WithBody } from "./answers200WithBody.ts"
import { worksLater } from "./worksLater.ts"
import { refusesWith403 } from "./refusesWith403.ts"
import { closesEachConnection } from "./closesEachConnection.ts"
import { fetchesFromPath } from "./fetchesFromPath.ts"
import { repeatsAreIdempotent } from "./repeatsAreIdempotent.ts"
import { readsTheForm } from "./readsTheForm.ts"
import { limitsABurst } from "./limitsABurst.ts"
import { everyNinth } from "./everyNinth.ts"
import { limitsItsRate } from "./limitsItsRate.ts"
import { oftenUnavailable } from "./oftenUnavailable.ts"
import { tryingAgainAfter } from "./triesAgainLater.ts"
import { pausingAllCalls } from "./pausesAllCalls.ts"

export const variants: ReadonlyArray<OtherPartner> = [
  answers200WithBody,
  worksLater,
  refusesWith403,
  closesEachConnection,
  fetchesFromPath,
  repeatsAreIdempotent,
  readsTheForm,
  limitsABurst,
  limitsItsRate,
  oftenUnavailable,
  tryingAgainAfter(2),
  pausingAllCalls(2)
]

export { everyNinth, pausingAllCalls, tryingAgainAfter }
