import type { Flaw } from "../Flaw.ts"
import { longAgoBirthCrash } from "./longAgoBirthCrash.ts"
import { longSuburbRefused } from "./longSuburbRefused.ts"
import { frequencyNeedsStartDate } from "./frequencyNeedsStartDate.ts"
import { unitWithGenderCrash } from "./unitWithGenderCrash.ts"
import { exemptionWithMiddleNameRefused } from "./exemptionWithMiddleNameRefused.ts"
import { acceptedWithoutBody } from "./acceptedWithoutBody.ts"
import { allFieldsCrash } from "./allFieldsCrash.ts"
import { birthDateNotRequired } from "./birthDateNotRequired.ts"
import { camelCaseAnswer } from "./camelCaseAnswer.ts"
import { emailNotRequired } from "./emailNotRequired.ts"
import { employerFoundAsNumber } from "./employerFoundAsNumber.ts"
import { employerFoundAsText } from "./employerFoundAsText.ts"
import { examplesRefused } from "./examplesRefused.ts"
import { flatAnswer } from "./flatAnswer.ts"
import { frequencyCrash } from "./frequencyCrash.ts"
import { genderRefused } from "./genderRefused.ts"
import { impossibleDateCrash } from "./impossibleDateCrash.ts"
import { listAnswer } from "./listAnswer.ts"
import { longTextCrash } from "./longTextCrash.ts"
import { longestAddressRefused } from "./longestAddressRefused.ts"
import { longestNameRefused } from "./longestNameRefused.ts"
import { lookupAbnTypeCrash } from "./lookupAbnTypeCrash.ts"
import { lookupMissingAbnCrash } from "./lookupMissingAbnCrash.ts"
import { middleNameDemanded } from "./middleNameDemanded.ts"
import { missingFieldCrash } from "./missingFieldCrash.ts"
import { nullAccepted } from "./nullAccepted.ts"
import { nullCrash } from "./nullCrash.ts"
import { otherNameRefused } from "./otherNameRefused.ts"
import { requiredFieldsNotChecked } from "./requiredFieldsNotChecked.ts"
import { shortestLocalityRefused } from "./shortestLocalityRefused.ts"
import { startDateDemanded } from "./startDateDemanded.ts"
import { stateRefused } from "./stateRefused.ts"
import { tfnNotRequired } from "./tfnNotRequired.ts"
import { unknownFieldCrash } from "./unknownFieldCrash.ts"
import { unknownValueCrash } from "./unknownValueCrash.ts"
import { wrongTypeAccepted } from "./wrongTypeAccepted.ts"
import { wrongTypeCrash } from "./wrongTypeCrash.ts"

export const schema: ReadonlyArray<Flaw> = [
  missingFieldCrash,
  wrongTypeCrash,
  wrongTypeAccepted,
  nullAccepted,
  nullCrash,
  genderRefused,
  stateRefused,
  frequencyCrash,
  unknownValueCrash,
  impossibleDateCrash,
  longTextCrash,
  unknownFieldCrash,
  middleNameDemanded,
  startDateDemanded,
  otherNameRefused,
  allFieldsCrash,
  examplesRefused,
  requiredFieldsNotChecked,
  tfnNotRequired,
  birthDateNotRequired,
  emailNotRequired,
  longestAddressRefused,
  longestNameRefused,
  shortestLocalityRefused,
  flatAnswer,
  listAnswer,
  acceptedWithoutBody,
  camelCaseAnswer,
  lookupMissingAbnCrash,
  lookupAbnTypeCrash,
  employerFoundAsText,
  employerFoundAsNumber,
  exemptionWithMiddleNameRefused,
  unitWithGenderCrash,
  frequencyNeedsStartDate,
  longSuburbRefused,
  longAgoBirthCrash
]
