import type { Flaw } from "../Flaw.ts"
import { idleConnectionLost } from "./idleConnectionLost.ts"
import { answerNeverEnds } from "./answerNeverEnds.ts"
import { answerTooLong } from "./answerTooLong.ts"
import { busyAnswered503 } from "./busyAnswered503.ts"
import { busyDropped } from "./busyDropped.ts"
import { busyRefused } from "./busyRefused.ts"
import { busyWithoutRetryAfter } from "./busyWithoutRetryAfter.ts"
import { lookupsMixed } from "./lookupsMixed.ts"
import { neverAnswered } from "./neverAnswered.ts"

export const limits: ReadonlyArray<Flaw> = [
  busyAnswered503,
  busyWithoutRetryAfter,
  busyDropped,
  busyRefused,
  lookupsMixed,
  answerTooLong,
  neverAnswered,
  answerNeverEnds,
  idleConnectionLost
]
