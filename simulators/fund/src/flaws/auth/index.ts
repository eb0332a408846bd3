import type { Flaw } from "../Flaw.ts"
import { strictClock } from "./strictClock.ts"
import { anyAccessTokenAccepted } from "./anyAccessTokenAccepted.ts"
import { anyCertificateAccepted } from "./anyCertificateAccepted.ts"
import { anyGrantAccepted } from "./anyGrantAccepted.ts"
import { anyKeyAccepted } from "./anyKeyAccepted.ts"
import { anyTokenAccepted } from "./anyTokenAccepted.ts"
import { assertionUnchecked } from "./assertionUnchecked.ts"
import { audienceUnchecked } from "./audienceUnchecked.ts"
import { bodyBeforeKey } from "./bodyBeforeKey.ts"
import { earlyTokenAccepted } from "./earlyTokenAccepted.ts"
import { emptyKeyAccepted } from "./emptyKeyAccepted.ts"
import { endlessTokenAccepted } from "./endlessTokenAccepted.ts"
import { expiredTokenAccepted } from "./expiredTokenAccepted.ts"
import { keyCutOffAccepted } from "./keyCutOffAccepted.ts"
import { keyInAddressAccepted } from "./keyInAddressAccepted.ts"
import { keyInAuthorizationAccepted } from "./keyInAuthorizationAccepted.ts"
import { keyReadElsewhere } from "./keyReadElsewhere.ts"
import { keyInOtherLettersAccepted } from "./keyInOtherLettersAccepted.ts"
import { keyWithMoreAccepted } from "./keyWithMoreAccepted.ts"
import { keysNeverRenewed } from "./keysNeverRenewed.ts"
import { lastLetterOfKeyIgnored } from "./lastLetterOfKeyIgnored.ts"
import { missingKeyAccepted } from "./missingKeyAccepted.ts"
import { missingKeyAnswered200 } from "./missingKeyAnswered200.ts"
import { missingKeyAnswered400 } from "./missingKeyAnswered400.ts"
import { missingKeyCrash } from "./missingKeyCrash.ts"
import { noCertificateAccepted } from "./noCertificateAccepted.ts"
import { insideCallsAccepted } from "./insideCallsAccepted.ts"
import { anyPasswordAccepted } from "./anyPasswordAccepted.ts"
import { pathWithSlashOpen } from "./pathWithSlashOpen.ts"
import { pathInCapitalsOpen } from "./pathInCapitalsOpen.ts"
import { originalUrlTrusted } from "./originalUrlTrusted.ts"
import { audienceByHost } from "./audienceByHost.ts"
import { forgedTokens } from "./forgedTokens.ts"
import { issuerUnchecked } from "./issuerUnchecked.ts"
import { lateTokenAccepted } from "./lateTokenAccepted.ts"
import { usedTokenForgotten } from "./usedTokenForgotten.ts"
import { publicKeyAsSecret } from "./publicKeyAsSecret.ts"
import { signatureUnchecked } from "./signatureUnchecked.ts"
import { subjectUnchecked } from "./subjectUnchecked.ts"
import { tokenCrash } from "./tokenCrash.ts"
import { tokenErrorAnswered200 } from "./tokenErrorAnswered200.ts"
import { tokenErrorAnswered500 } from "./tokenErrorAnswered500.ts"
import { tokenInEnvelope } from "./tokenInEnvelope.ts"
import { tokenLifeAsText } from "./tokenLifeAsText.ts"
import { tokenLifeMissing } from "./tokenLifeMissing.ts"
import { tokenLifeShort } from "./tokenLifeShort.ts"
import { tokenTypeWrong } from "./tokenTypeWrong.ts"
import { unknownKeyAccepted } from "./unknownKeyAccepted.ts"
import { unsignedTokenAccepted } from "./unsignedTokenAccepted.ts"
import { usedTokenAccepted } from "./usedTokenAccepted.ts"
import { wrongKeyAnswered200 } from "./wrongKeyAnswered200.ts"
import { wrongKeyAnswered400 } from "./wrongKeyAnswered400.ts"
import { wrongKeyAnswered404 } from "./wrongKeyAnswered404.ts"
import { wrongKeyCrash } from "./wrongKeyCrash.ts"

export const auth: ReadonlyArray<Flaw> = [
  missingKeyAccepted,
  emptyKeyAccepted,
  anyKeyAccepted,
  missingKeyCrash,
  missingKeyAnswered200,
  missingKeyAnswered400,
  wrongKeyCrash,
  wrongKeyAnswered200,
  wrongKeyAnswered400,
  wrongKeyAnswered404,
  keyInOtherLettersAccepted,
  keyCutOffAccepted,
  keyWithMoreAccepted,
  lastLetterOfKeyIgnored,
  keyInAddressAccepted,
  keyInAuthorizationAccepted,
  keyReadElsewhere,
  insideCallsAccepted,
  anyPasswordAccepted,
  pathWithSlashOpen,
  pathInCapitalsOpen,
  originalUrlTrusted,
  bodyBeforeKey,
  expiredTokenAccepted,
  lateTokenAccepted,
  earlyTokenAccepted,
  unsignedTokenAccepted,
  audienceUnchecked,
  audienceByHost,
  issuerUnchecked,
  unknownKeyAccepted,
  signatureUnchecked,
  publicKeyAsSecret,
  ...forgedTokens,
  subjectUnchecked,
  endlessTokenAccepted,
  usedTokenAccepted,
  usedTokenForgotten,
  anyTokenAccepted,
  keysNeverRenewed,
  tokenCrash,
  tokenLifeMissing,
  tokenLifeShort,
  tokenLifeAsText,
  tokenTypeWrong,
  tokenInEnvelope,
  tokenErrorAnswered200,
  tokenErrorAnswered500,
  assertionUnchecked,
  anyGrantAccepted,
  anyAccessTokenAccepted,
  noCertificateAccepted,
  anyCertificateAccepted,
  strictClock
]
