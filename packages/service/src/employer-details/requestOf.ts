import type * as S from "@embedded-super/contracts/schemas"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { StoredDetails } from "./DetailsRepo.ts"

/** What the fund is sent: the body of the POST, of which a file's row is the flat form. */
export const requestOf = (stored: StoredDetails): S.EmployerDetailsRequest => ({
  abn: stored.abn,
  employer_name: stored.employer_name,
  ...(stored.employer_number === null ? {} : { employer_number: stored.employer_number }),
  confirmed_at: toTimestamp(stored.confirmed_at),
  usi: stored.usi,
  details: stored.details,
  custom_answers: stored.custom_answers
})
