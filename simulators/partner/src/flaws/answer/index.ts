import type { Flaw } from "../Flaw.ts"
import { redirects } from "./redirects.ts"
import { neverAnswers } from "./neverAnswers.ts"
import { closesConnection } from "./closesConnection.ts"
import { answersAfterWork } from "./answersAfterWork.ts"
import { employeeEventRefused } from "./employeeEventRefused.ts"
import { issuesAnswered410 } from "./issuesAnswered410.ts"
import { completion500 } from "./completion500.ts"
import { fractionsRefused } from "./fractionsRefused.ts"
import { uuid4Only } from "./uuid4Only.ts"
import { firstPacketOnly } from "./firstPacketOnly.ts"

export const answer: ReadonlyArray<Flaw> = [
  redirects,
  neverAnswers,
  closesConnection,
  answersAfterWork,
  employeeEventRefused,
  issuesAnswered410,
  completion500,
  fractionsRefused,
  uuid4Only,
  firstPacketOnly
]
