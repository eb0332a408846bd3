/**
 * The checks of a fund, in the order in which they run. To add one:
 *
 * 1. Write a `FundCheck` in the file of its subject, `checks/<group>/<subject>.ts` (such as `lookup/steady.ts`).
 * 2. Add it to its group below. A group of one file, such as `version.ts`, has its list there.
 *
 * Its id is `<GROUP>-<section>-<n>`: the group, the section of the description, and a number that no other check has. A
 * number is never given to another check. `test/checks.test.ts` holds each check to this.
 */
import type { Kit } from "../check/Check.ts"
import { version } from "../version.ts"
import { call } from "./checks/call.ts"
import { time } from "./checks/time.ts"
import { versionInPath } from "./checks/version.ts"
import { accessToken } from "./checks/auth/accessToken.ts"
import { clockSkew, newKey, replayedToken } from "./checks/auth/rightTokens.ts"
import { beforeTheBody, rightCredentials, wrongCredentials } from "./checks/auth/credentials.ts"
import { keyComparison, keyInQuery } from "./checks/auth/keys.ts"
import { waysAround } from "./checks/auth/waysAround.ts"
import { wrongTokens } from "./checks/auth/tokenRows.ts"
import { accepted, ownPath } from "./checks/details/accepted.ts"
import { repeats } from "./checks/details/repeats.ts"
import { noHtml, noStackTrace } from "./checks/errors/bodies.ts"
import { refusedKeepsNothing, validationIs400, validIsNoError } from "./checks/errors/validation.ts"
import { failureIs5xx, rateLimitIs429, retryAfterUsable } from "./checks/errors/triggers.ts"
import { atOnce, ownLookups } from "./checks/limits/atOnce.ts"
import { idleConnection, answerSize, answersInTime } from "./checks/limits/size.ts"
import { bySftp, checksum, complete, name, readsTheResult, weekly } from "./checks/list/delivery.ts"
import {
  abns,
  agreedFormat,
  employerNumbers,
  encoding,
  header,
  oneRowEach,
  rows,
  size
} from "./checks/list/contents.ts"
import { salted, secret, unsalted } from "./checks/list/hashes.ts"
import { asLive, declaredEmployer, noOtherEmployers } from "./checks/list/matches.ts"
import { lookupFixes, match, noMatch } from "./checks/lookup/match.ts"
import { overMatch } from "./checks/lookup/overMatch.ts"
import { inTime, spaces, steady } from "./checks/lookup/steady.ts"
import { noPersonalData, noTfn } from "./checks/privacy/inAnswers.ts"
import { noPersonalDataInErrors, noTfnInErrors } from "./checks/privacy/inErrors.ts"
import { drawnNames } from "./checks/register/drawnNames.ts"
import { numbersOfOnesOwn } from "./checks/register/sharedNumbers.ts"
import { existingMember, existingNumber } from "./checks/register/existingMember.ts"
import { everyEmail, everyStartDate, zeroOfTfn } from "./checks/register/everydayValues.ts"
import { refusalFixes } from "./checks/shared/registering.ts"
import { exemptions, exemptPersons } from "./checks/register/exemptions.ts"
import {
  noPlaceholder,
  numberFits,
  numberIsText,
  numberNotEmpty,
  numberPresent,
  numbersDiffer
} from "./checks/register/memberNumbers.ts"
import {
  accents,
  apostrophe,
  everyAge,
  everyPhone,
  everyLatinLetter,
  landline,
  hyphenAndSpace,
  leadingZero,
  leapDay,
  longName,
  oneLetter,
  singleName
} from "./checks/register/persons.ts"
import { sharedMarks } from "./checks/register/pairs.ts"
import {
  keyOfAnother,
  keyOfRefusal,
  parallelSame,
  repeatAfterRestart,
  repeatSame
} from "./checks/register/repeats.ts"
import { everyValueAccepted, examplesAccepted, lengthsAccepted } from "./checks/schema/accepting.ts"
import { lookupAnswer, registrationAnswer } from "./checks/schema/answers.ts"
import {
  combinationsAccepted,
  everythingAccepted,
  optionalAccepted,
  requiredOnlyAccepted
} from "./checks/schema/combinations.ts"
import {
  lookupRefused,
  missingRefused,
  nullRefused,
  unknownFieldHandled,
  unusableRefused,
  wrongTypeRefused
} from "./checks/schema/refusing.ts"
import { certificate, endsSoon, httpsAddresses, plainHttp } from "./checks/tls/certificate.ts"
import { versions } from "./checks/tls/versions.ts"
import { answers } from "./checks/transport/answers.ts"
import { bytes } from "./checks/transport/bytes.ts"
import {
  jsonTaken,
  otherContentType,
  sameContentType,
  otherMethods
} from "./checks/transport/contentTypes.ts"
import { invalidBodies, largeBody } from "./checks/transport/bodies.ts"
import type { FundCheckGroup, FundUnderTest } from "./FundUnderTest.ts"

/** CALL is first: without it nothing else can be judged. TIME is last: it reads the answers that all others got. */
const groups: ReadonlyArray<FundCheckGroup> = [
  { name: "CALL", title: "A plain call of each operation", checks: call },
  { name: "VERSION", title: "The version in the path", checks: [versionInPath] },
  {
    name: "TLS",
    title: "Encrypted connections",
    checks: [httpsAddresses, ...versions, certificate, endsSoon, plainHttp]
  },
  {
    name: "TRANSPORT",
    title: "HTTP: content types, methods, broken bodies",
    checks: [
      ...answers,
      jsonTaken,
      sameContentType,
      otherContentType,
      otherMethods,
      ...invalidBodies,
      ...bytes,
      largeBody
    ]
  },
  {
    name: "AUTH",
    title: "Who may call",
    checks: [
      rightCredentials,
      ...accessToken,
      ...wrongCredentials,
      ...keyComparison,
      keyInQuery,
      waysAround,
      beforeTheBody,
      ...wrongTokens,
      clockSkew,
      replayedToken,
      newKey
    ]
  },
  {
    name: "SCHEMA",
    title: "Requests and answers by the specification",
    checks: [
      registrationAnswer,
      lookupAnswer,
      requiredOnlyAccepted,
      everythingAccepted,
      optionalAccepted,
      combinationsAccepted,
      everyValueAccepted,
      lengthsAccepted,
      examplesAccepted,
      missingRefused,
      wrongTypeRefused,
      nullRefused,
      unusableRefused,
      unknownFieldHandled,
      lookupRefused
    ]
  },
  {
    name: "LOOKUP",
    title: "Employer lookup",
    checks: [...match, noMatch, ...overMatch, spaces, steady, inTime]
  },
  {
    name: "REGISTER",
    title: "Member registration",
    checks: [
      numberPresent,
      numberIsText,
      numberNotEmpty,
      noPlaceholder,
      numberFits,
      numbersDiffer,
      apostrophe,
      accents,
      hyphenAndSpace,
      oneLetter,
      longName,
      leapDay,
      drawnNames,
      singleName,
      everyLatinLetter,
      leadingZero,
      landline,
      everyPhone,
      everyAge,
      everyEmail,
      zeroOfTfn,
      everyStartDate,
      exemptions,
      exemptPersons,
      repeatSame,
      repeatAfterRestart,
      parallelSame,
      existingNumber,
      existingMember,
      keyOfAnother,
      keyOfRefusal,
      ...sharedMarks,
      numbersOfOnesOwn
    ]
  },
  { name: "DETAILS", title: "Employer details", checks: [ownPath, ...accepted, ...repeats] },
  {
    name: "ERRORS",
    title: "Statuses of refusals",
    checks: [
      validIsNoError,
      validationIs400,
      retryAfterUsable,
      rateLimitIs429,
      failureIs5xx,
      noStackTrace,
      noHtml,
      refusedKeepsNothing
    ]
  },
  {
    name: "PRIVACY",
    title: "Personal data stays where it belongs",
    checks: [noTfn, noTfnInErrors, noPersonalData, noPersonalDataInErrors]
  },
  {
    name: "LIST",
    title: "Lists of employers",
    checks: [
      bySftp,
      name,
      complete,
      checksum,
      encoding,
      header,
      rows,
      size,
      abns,
      agreedFormat,
      oneRowEach,
      employerNumbers,
      salted,
      unsalted,
      secret,
      declaredEmployer,
      noOtherEmployers,
      asLive,
      weekly,
      readsTheResult
    ]
  },
  {
    name: "LIMITS",
    title: "Load, sizes and time limits",
    checks: [answerSize, answersInTime, atOnce, ownLookups, idleConnection]
  },
  { name: "TIME", title: "Whether every call was answered, and how fast", checks: time }
]

/** All checks of a fund. */
export const kit: Kit<FundUnderTest> = {
  name: "fund-check",
  version,
  groups,
  fixes: { ...lookupFixes, ...refusalFixes("registration"), ...refusalFixes("details") }
}
