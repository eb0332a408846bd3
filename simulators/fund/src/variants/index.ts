/**
 * Correct funds that differ from the plain simulator as far as the description allows. No check may fail or warn on one:
 * they are how the kit knows that it condemns nobody who is right.
 */
import type { OtherFund } from "../flaws/Flaw.ts"
import { additionalData } from "./additionalData.ts"
import { answersInPieces } from "./answersInPieces.ts"
import { callersByAccessToken } from "./callersByAccessToken.ts"
import { callersByCertificate } from "./callersByCertificate.ts"
import { callersByToken } from "./callersByToken.ts"
import { closingConnections } from "./closingConnections.ts"
import { createdForEveryone } from "./createdForEveryone.ts"
import { detailsAnsweredWithBody } from "./detailsAnsweredWithBody.ts"
import { errorsAsPlainJson } from "./errorsAsPlainJson.ts"
import { errorsAsText } from "./errorsAsText.ts"
import { fewerFields } from "./fewerFields.ts"
import { forbiddenForUnauthenticated } from "./forbiddenForUnauthenticated.ts"
import { headerNamesInCapitals } from "./headerNamesInCapitals.ts"
import { indentedJson } from "./indentedJson.ts"
import { issuerChecked } from "./issuerChecked.ts"
import { keysIgnored } from "./keysIgnored.ts"
import { limitedRate } from "./limitedRate.ts"
import { longestMemberNumbers } from "./longestMemberNumbers.ts"
import { memberNumbersWithLetters } from "./memberNumbersWithLetters.ts"
import { memberNumbersWithZeros } from "./memberNumbersWithZeros.ts"
import { minimalAnswers } from "./minimalAnswers.ts"
import { numberAtTheRepeat } from "./numberAtTheRepeat.ts"
import { okForEveryone } from "./okForEveryone.ts"
import { personsByName } from "./personsByName.ts"
import { retryAfterAsDate } from "./retryAfterAsDate.ts"
import { spacedMemberNumbers } from "./spacedMemberNumbers.ts"
import { tfnOptional } from "./tfnOptional.ts"
import { unhurried } from "./unhurried.ts"
import { unknownFieldsIgnored } from "./unknownFieldsIgnored.ts"

export const variants: ReadonlyArray<OtherFund> = [
  createdForEveryone,
  okForEveryone,
  forbiddenForUnauthenticated,
  additionalData,
  closingConnections,
  answersInPieces,
  headerNamesInCapitals,
  memberNumbersWithLetters,
  memberNumbersWithZeros,
  longestMemberNumbers,
  spacedMemberNumbers,
  minimalAnswers,
  unhurried,
  errorsAsPlainJson,
  errorsAsText,
  unknownFieldsIgnored,
  detailsAnsweredWithBody,
  indentedJson,
  retryAfterAsDate,
  keysIgnored,
  numberAtTheRepeat,
  personsByName,
  limitedRate,
  callersByToken,
  issuerChecked,
  callersByAccessToken,
  callersByCertificate,
  fewerFields,
  tfnOptional
]
