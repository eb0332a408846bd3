import type { AnswerDifference } from "@embedded-super/contracts/schemas"
import type { RawAnswer } from "./Message.ts"

/** Where two answers differ: status, headers that matter, places of the body. Masked. */
export const differencesOf = (_before: RawAnswer, _now: RawAnswer): ReadonlyArray<AnswerDifference> => []
