/**
 * The checks of a partner, in the order in which they run. To add one:
 *
 * 1. Write it in `checks/<group>/`, as a `PartnerCheck`.
 * 2. Add it to its group below. A group of one file, such as `burst.ts`, has its list there.
 *
 * Its id is `<GROUP>-<section>-<n>`: the group, the section of the description, and a number that no other check of the
 * group and section has. `test/checks.test.ts` holds each check to this. If another check's failure explains its own, it
 * has a row in `checks/explained.ts`.
 */
import type { CheckGroup, Kit } from "../check/Check.ts"
import { version } from "../version.ts"
import { answer } from "./checks/answer.ts"
import { burst } from "./checks/burst.ts"
import { withOrigins } from "./checks/explained.ts"
import { privacy } from "./checks/privacy.ts"
import { rotation } from "./checks/rotation.ts"
import { unknown } from "./checks/unknown.ts"
import { conversions } from "./checks/callback/conversions.ts"
import { fetches } from "./checks/callback/fetches.ts"
import { keys } from "./checks/callback/keys.ts"
import { retries } from "./checks/callback/retries.ts"
import { acceptsRepeats } from "./checks/duplicate/acceptsRepeats.ts"
import { convertsOnce } from "./checks/duplicate/convertsOnce.ts"
import { idempotencyKeys } from "./checks/duplicate/idempotencyKeys.ts"
import { eachChange } from "./checks/order/eachChange.ts"
import { followsCompletion } from "./checks/order/followsCompletion.ts"
import { lateWebhooks } from "./checks/order/lateWebhooks.ts"
import { acceptsRecent, acceptsSigned, readsRawBody } from "./checks/signature/acceptsSigned.ts"
import { acceptsOtherForms } from "./checks/signature/acceptsOtherForms.ts"
import { comparesWhole } from "./checks/signature/comparesWhole.ts"
import { limitsAge } from "./checks/signature/limitsAge.ts"
import { refusesForged, verifiesEach } from "./checks/signature/refusesForged.ts"
import { refusesMalformed, refusesOtherBodies, refusesWith4xx } from "./checks/signature/refusesWith4xx.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"

/** BURST is last: its thousand deliveries would hide the others'. */
const written: ReadonlyArray<CheckGroup<PartnerUnderTest>> = [
  {
    name: "SIGNATURE",
    title: "Signatures",
    checks: [
      acceptsSigned,
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

export const groups: ReadonlyArray<CheckGroup<PartnerUnderTest>> = written.map((group) => ({
  ...group,
  checks: group.checks.map(withOrigins)
}))

/** All checks of a partner. Most of their time is waiting: each has entities of its own, so groups may overlap. */
export const kit: Kit<PartnerUnderTest> = { name: "partner-check", version, groups, groupsOverlap: true }
