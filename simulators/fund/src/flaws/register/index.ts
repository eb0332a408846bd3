import type { Flaw } from "../Flaw.ts"
import { emailWithPlusRefused } from "./emailWithPlusRefused.ts"
import { emailWithApostropheRefused } from "./emailWithApostropheRefused.ts"
import { emailInCapitalsRefused } from "./emailInCapitalsRefused.ts"
import { longDomainRefused } from "./longDomainRefused.ts"
import { zeroTfnRefused } from "./zeroTfnRefused.ts"
import { longPhoneRefused } from "./longPhoneRefused.ts"
import { pastStartDateRefused } from "./pastStartDateRefused.ts"
import { futureStartDateRefused } from "./futureStartDateRefused.ts"
import { existingMemberWithoutNumber } from "./existingMemberWithoutNumber.ts"
import { existingMemberWithoutBody } from "./existingMemberWithoutBody.ts"
import { existingMemberAnotherPersonsNumber } from "./existingMemberAnotherPersonsNumber.ts"
import { numberCountedWithoutLock } from "./numberCountedWithoutLock.ts"
import { exemptPersonsAreOneMember } from "./exemptPersonsAreOneMember.ts"
import { refusalKeptWithKey } from "./refusalKeptWithKey.ts"
import { repeatForgottenAfterRestart } from "./repeatForgottenAfterRestart.ts"
import { accentWithHyphenRefused } from "./accentWithHyphenRefused.ts"
import { longApostropheRefused } from "./longApostropheRefused.ts"
import { fullNameTooLong } from "./fullNameTooLong.ts"
import { accentMangled } from "./accentMangled.ts"
import { accentRefused } from "./accentRefused.ts"
import { apostropheCrash } from "./apostropheCrash.ts"
import { apostropheRefused } from "./apostropheRefused.ts"
import { existingMemberNewNumber } from "./existingMemberNewNumber.ts"
import { existingMemberRefused } from "./existingMemberRefused.ts"
import { foreignPhoneRefused } from "./foreignPhoneRefused.ts"
import { hyphenRefused } from "./hyphenRefused.ts"
import { keyAnswersForAnotherPerson } from "./keyAnswersForAnotherPerson.ts"
import { leadingZeroPostcodeRefused } from "./leadingZeroPostcodeRefused.ts"
import { leapDayMoved } from "./leapDayMoved.ts"
import { leapDayRefused } from "./leapDayRefused.ts"
import { longNameCut } from "./longNameCut.ts"
import { longNameRefused } from "./longNameRefused.ts"
import { memberNumberAsNumber } from "./memberNumberAsNumber.ts"
import { memberNumberBlank } from "./memberNumberBlank.ts"
import { memberNumberEmpty } from "./memberNumberEmpty.ts"
import { memberNumberForAll } from "./memberNumberForAll.ts"
import { memberNumberMissing } from "./memberNumberMissing.ts"
import { memberNumberNull } from "./memberNumberNull.ts"
import { memberNumberPlaceholder } from "./memberNumberPlaceholder.ts"
import { memberNumberTooLong } from "./memberNumberTooLong.ts"
import { memberNumberWithLineBreak } from "./memberNumberWithLineBreak.ts"
import { memberNumberZero } from "./memberNumberZero.ts"
import { oldPersonRefused } from "./oldPersonRefused.ts"
import { oneLetterRefused } from "./oneLetterRefused.ts"
import { typographicApostropheRefused } from "./typographicApostropheRefused.ts"
import { parallelRepeatRegistersTwice } from "./parallelRepeatRegistersTwice.ts"
import { pendingTfnCrash } from "./pendingTfnCrash.ts"
import { repeatNewNumber } from "./repeatNewNumber.ts"
import { registrationRepeatRefused } from "./registrationRepeatRefused.ts"
import { oneMember } from "./oneMember.ts"
import { beginningOfKeyKept } from "./beginningOfKeyKept.ts"
import { memberNumberPadded } from "./memberNumberPadded.ts"
import { sharedEmailRefused } from "./sharedEmailRefused.ts"
import { singleNameRefused } from "./singleNameRefused.ts"
import { spaceRefused } from "./spaceRefused.ts"
import { tfnExemptionRefused } from "./tfnExemptionRefused.ts"

export const register: ReadonlyArray<Flaw> = [
  apostropheRefused,
  apostropheCrash,
  accentRefused,
  accentMangled,
  hyphenRefused,
  spaceRefused,
  oneLetterRefused,
  longNameRefused,
  longNameCut,
  leapDayRefused,
  leapDayMoved,
  singleNameRefused,
  typographicApostropheRefused,
  leadingZeroPostcodeRefused,
  foreignPhoneRefused,
  oldPersonRefused,
  tfnExemptionRefused,
  pendingTfnCrash,
  memberNumberAsNumber,
  memberNumberMissing,
  memberNumberNull,
  memberNumberEmpty,
  memberNumberBlank,
  memberNumberPlaceholder,
  memberNumberZero,
  memberNumberTooLong,
  memberNumberWithLineBreak,
  memberNumberForAll,
  repeatNewNumber,
  registrationRepeatRefused,
  parallelRepeatRegistersTwice,
  existingMemberRefused,
  existingMemberNewNumber,
  keyAnswersForAnotherPerson,
  ...oneMember,
  beginningOfKeyKept,
  memberNumberPadded,
  sharedEmailRefused,
  fullNameTooLong,
  longApostropheRefused,
  accentWithHyphenRefused,
  repeatForgottenAfterRestart,
  existingMemberWithoutNumber,
  existingMemberWithoutBody,
  existingMemberAnotherPersonsNumber,
  numberCountedWithoutLock,
  exemptPersonsAreOneMember,
  refusalKeptWithKey,
  emailWithPlusRefused,
  emailWithApostropheRefused,
  emailInCapitalsRefused,
  longDomainRefused,
  zeroTfnRefused,
  longPhoneRefused,
  pastStartDateRefused,
  futureStartDateRefused
]
