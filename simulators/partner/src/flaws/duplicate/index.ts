import type { Flaw } from "../Flaw.ts"
import { repeat409 } from "./repeat409.ts"
import { issueTwice409 } from "./issueTwice409.ts"
import { repeatsWorkedAgain } from "./repeatsWorkedAgain.ts"
import { raceOfRepeats } from "./raceOfRepeats.ts"
import { givesUpOn500 } from "./givesUpOn500.ts"
import { keyedByAttempt } from "./keyedByAttempt.ts"
import { postNotTriedAgain } from "./postNotTriedAgain.ts"
import { newKeyForEachTry } from "./newKeyForEachTry.ts"
import { oneIdempotencyKey } from "./oneIdempotencyKey.ts"
import { idCutOff } from "./idCutOff.ts"
import { noIdempotencyKey } from "./noIdempotencyKey.ts"

export const duplicate: ReadonlyArray<Flaw> = [
  repeat409,
  issueTwice409,
  repeatsWorkedAgain,
  raceOfRepeats,
  givesUpOn500,
  keyedByAttempt,
  postNotTriedAgain,
  newKeyForEachTry,
  oneIdempotencyKey,
  idCutOff,
  noIdempotencyKey
]
