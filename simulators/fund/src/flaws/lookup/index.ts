import type { Flaw } from "../Flaw.ts"
import { employerNumberPlaceholder } from "./employerNumberPlaceholder.ts"
import { changingLookup } from "./changingLookup.ts"
import { employerNumberAsNumber } from "./employerNumberAsNumber.ts"
import { employerNumberEmpty } from "./employerNumberEmpty.ts"
import { employerNumberNull } from "./employerNumberNull.ts"
import { employerNumberTooLong } from "./employerNumberTooLong.ts"
import { everyAbnMatches } from "./everyAbnMatches.ts"
import { formerEmployerMatches } from "./formerEmployerMatches.ts"
import { matchWithNull } from "./matchWithNull.ts"
import { noMatchAnswered204 } from "./noMatchAnswered204.ts"
import { noMatchAnswered404 } from "./noMatchAnswered404.ts"
import { noMatchEmpty } from "./noMatchEmpty.ts"
import { noMatchWithMore } from "./noMatchWithMore.ts"
import { noMatchWithNull } from "./noMatchWithNull.ts"
import { ownEmployerMissed } from "./ownEmployerMissed.ts"
import { partsMatch } from "./partsMatch.ts"
import { sharedBeginningMatches } from "./sharedBeginningMatches.ts"
import { sharedEndMatches } from "./sharedEndMatches.ts"
import { slowLookup } from "./slowLookup.ts"
import { spacedAbnAccepted } from "./spacedAbnAccepted.ts"

export const lookup: ReadonlyArray<Flaw> = [
  everyAbnMatches,
  sharedBeginningMatches,
  sharedEndMatches,
  formerEmployerMatches,
  ownEmployerMissed,
  noMatchAnswered404,
  noMatchAnswered204,
  noMatchWithNull,
  noMatchWithMore,
  noMatchEmpty,
  matchWithNull,
  employerNumberNull,
  employerNumberAsNumber,
  employerNumberEmpty,
  employerNumberTooLong,
  spacedAbnAccepted,
  changingLookup,
  slowLookup,
  employerNumberPlaceholder,
  ...partsMatch
]
