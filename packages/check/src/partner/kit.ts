/**
 * The checks of a partner, in the order in which they run. To add one:
 *
 * 1. Write it in `checks/<group>/`, as a `PartnerCheck`.
 * 2. Add it to its group below. A group of one file, such as `burst.ts`, has its list there.
 *
 * Its id is `<GROUP>-<section>-<n>`: the group, the section of the description, and a number that no other check of the
 * group and section has. `test/checks.test.ts` holds each check to this. If another check's failure explains its own, it
 * has a row in `rows`.
 */
import type { CheckGroup, Kit } from "../check/Check.ts"
import { version } from "../version.ts"
import { answer } from "./checks/answer.ts"
import { burst } from "./checks/burst.ts"
import { privacy } from "./checks/privacy.ts"
import { rotation } from "./checks/rotation.ts"
import { unknown } from "./checks/unknown.ts"
import { conversions, fetches } from "./checks/callback/fetches.ts"
import { keys } from "./checks/callback/keys.ts"
import { retries } from "./checks/callback/retries.ts"
import { acceptsRepeats } from "./checks/duplicate/acceptsRepeats.ts"
import { convertsOnce } from "./checks/duplicate/convertsOnce.ts"
import { idempotencyKeys } from "./checks/duplicate/idempotencyKeys.ts"
import { eachChange } from "./checks/order/eachChange.ts"
import { followsCompletion } from "./checks/order/followsCompletion.ts"
import { fixes } from "./checks/judging/fixes.ts"
import { lateWebhooks } from "./checks/order/lateWebhooks.ts"
import {
  acceptsRecent,
  acceptsSigned,
  readsRawBody,
  acceptsOtherForms,
  selectsSecret
} from "./checks/signature/acceptsSigned.ts"
import { comparesWhole, limitsAge } from "./checks/signature/comparesWhole.ts"
import {
  refusesForged,
  verifiesEach,
  refusesMalformed,
  refusesOtherBodies,
  refusesWith4xx
} from "./checks/signature/refusesForged.ts"
import type { PartnerUnderTest, PartnerCheck } from "./PartnerUnderTest.ts"

/**
 * Which failures explain which. A receiver that verifies nothing fails sixteen checks with one mistake, and the report should
 * show one finding: a check that another's failure explains is part of that one's finding.
 *
 * The trap: a mistake that is counted to another one's finding is seen only once that one is corrected. So a row stands here
 * only if its failure makes the others all but certain.
 */
interface Row {
  /** The check whose failure explains the others'. */
  readonly origin: string
  readonly explains: RegExp
}

/** A check whose failure explains more comes later, so that a failure is counted to the nearest mistake. */
const rows: ReadonlyArray<Row> = [
  { origin: "SIGNATURE-2.1-7", explains: /^SIGNATURE-2\.1-(?:8|23)$/ },
  { origin: "SIGNATURE-2.1-8", explains: /^SIGNATURE-2\.1-23$/ },
  // All deliveries are accepted, whatever their signature.
  {
    origin: "SIGNATURE-2.1-4",
    explains: /^(?:SIGNATURE-2\.1-(?:[5-9]|1[0-245]|19|2[1-3])|ROTATION-2\.1-7)$/
  },
  { origin: "ROTATION-2.1-1", explains: /^ROTATION-2\.1-[2-4]$/ },
  { origin: "ROTATION-2.1-2", explains: /^ROTATION-2\.1-[34]$/ },
  { origin: "ROTATION-2.1-3", explains: /^ROTATION-2\.1-4$/ },
  { origin: "CALLBACK-4.1-2", explains: /^ORDER-3-2$/ },
  { origin: "CALLBACK-4.1-3", explains: /^(?:CALLBACK-4\.1-7|DUPLICATE-3-4)$/ },
  { origin: "CALLBACK-4.1-6", explains: /^CALLBACK-4\.1-16$/ },
  { origin: "CALLBACK-4.1-7", explains: /^(?:CALLBACK-4\.1-16|DUPLICATE-3-[45])$/ },
  { origin: "DUPLICATE-3-1", explains: /^DUPLICATE-3-[23]$/ },
  // No employer is fetched.
  { origin: "CALLBACK-4.1-1", explains: /^(?:CALLBACK-4\.1-6|ORDER-3-1[0-2]|DUPLICATE-2\.1-2)$/ },
  // All deliveries are refused. What needs one that is accepted is not observed then.
  {
    origin: "SIGNATURE-2.1-1",
    explains: /^(?:SIGNATURE-2\.1-(?:3|24)|ROTATION-2\.1-[1-6]|ANSWER-2\.1-1|ORDER-3-[57])$/
  }
]

/** The check, with all whose failure explains its own. */
const withOrigins = (check: PartnerCheck): PartnerCheck => {
  const origins = rows.filter(({ explains }) => explains.test(check.id)).map(({ origin }) => origin)
  return { ...check, restsOn: [...(check.restsOn ?? []), ...origins] }
}

/** BURST is last: its thousand deliveries would hide the others'. */
const written: ReadonlyArray<CheckGroup<PartnerUnderTest>> = [
  {
    name: "SIGNATURE",
    title: "Signatures",
    checks: [
      acceptsSigned,
      selectsSecret,
      readsRawBody,
      acceptsRecent,
      ...acceptsOtherForms,
      ...refusesForged,
      verifiesEach,
      ...comparesWhole,
      limitsAge,
      refusesWith4xx,
      refusesMalformed,
      refusesOtherBodies
    ]
  },
  { name: "ROTATION", title: "Several signatures", checks: rotation },
  { name: "ANSWER", title: "Answers to deliveries", checks: answer },
  { name: "UNKNOWN", title: "What will be added", checks: unknown },
  { name: "CALLBACK", title: "Calls back", checks: [...fetches, ...conversions, ...keys, ...retries] },
  {
    name: "ORDER",
    title: "Late and in another order",
    checks: [...followsCompletion, ...lateWebhooks, ...eachChange]
  },
  { name: "DUPLICATE", title: "Repeats", checks: [...acceptsRepeats, ...convertsOnce, ...idempotencyKeys] },
  { name: "PRIVACY", title: "Privacy", checks: privacy },
  { name: "BURST", title: "A thousand at once", checks: burst }
]

const groups: ReadonlyArray<CheckGroup<PartnerUnderTest>> = written.map((group) => ({
  ...group,
  checks: group.checks.map(withOrigins)
}))

/** All checks of a partner. Most of their time is waiting: each has entities of its own, so groups may overlap. */
export const kit: Kit<PartnerUnderTest> = {
  name: "partner-check",
  version,
  groups,
  fixes,
  groupsOverlap: true
}
