import type { Flaw } from "../Flaw.ts"
import { noSignatureCheck } from "./noSignatureCheck.ts"
import { unsignedAccepted } from "./unsignedAccepted.ts"
import { timestampNotChecked } from "./timestampNotChecked.ts"
import { futureAccepted } from "./futureAccepted.ts"
import { everySecretTried } from "./everySecretTried.ts"
import { bodyReserialised } from "./bodyReserialised.ts"
import { signatureRemembered } from "./signatureRemembered.ts"
import { emptySignatureAccepted } from "./emptySignatureAccepted.ts"
import { malformedSignature500 } from "./malformedSignature500.ts"
import { forged500 } from "./forged500.ts"
import { secretNotDecoded } from "./secretNotDecoded.ts"
import { oneMinuteTolerance } from "./oneMinuteTolerance.ts"
import { oneSecretForAll } from "./oneSecretForAll.ts"
import { emptySecretAccepted } from "./emptySecretAccepted.ts"
import { bodyAsLatin1 } from "./bodyAsLatin1.ts"
import { namesAsWritten } from "./namesAsWritten.ts"
import { anyFutureRefused } from "./anyFutureRefused.ts"
import { signatureCaseIgnored } from "./signatureCaseIgnored.ts"
import { otherBody500 } from "./otherBody500.ts"
import { signatureCutOff } from "./signatureCutOff.ts"
import { signatureSearched } from "./signatureSearched.ts"
import { fiveAndAHalfMinutes } from "./fiveAndAHalfMinutes.ts"
import { bodyTrimmed } from "./bodyTrimmed.ts"

export const signature: ReadonlyArray<Flaw> = [
  noSignatureCheck,
  unsignedAccepted,
  timestampNotChecked,
  futureAccepted,
  everySecretTried,
  bodyReserialised,
  signatureRemembered,
  emptySignatureAccepted,
  malformedSignature500,
  forged500,
  secretNotDecoded,
  oneMinuteTolerance,
  oneSecretForAll,
  emptySecretAccepted,
  bodyAsLatin1,
  namesAsWritten,
  anyFutureRefused,
  signatureCaseIgnored,
  otherBody500,
  signatureCutOff,
  signatureSearched,
  fiveAndAHalfMinutes,
  bodyTrimmed
]
