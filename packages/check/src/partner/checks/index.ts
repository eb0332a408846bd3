/**
 * The checks of a partner, in the order in which they run. To add one:
 *
 * 1. Write it in `checks/<group>/`, as a `PartnerCheck`.
 * 2. Add it to the list of its group, `checks/<group>/index.ts`.
 *
 * Its id is `<GROUP>-<section>-<n>`: the group, the section of the description, and a number that no other check of the
 * group and section has. `test/checks.test.ts` holds each check to this. If another check's failure explains its own, it
 * has a row in `explained.ts`.
 */
import type { CheckGroup } from "../../check/Check.ts"
import type { PartnerUnderTest } from "../PartnerUnderTest.ts"
import { answer } from "./answer/index.ts"
import { burst } from "./burst/index.ts"
import { callback } from "./callback/index.ts"
import { duplicate } from "./duplicate/index.ts"
import { withOrigins } from "./explained.ts"
import { order } from "./order/index.ts"
import { privacy } from "./privacy/index.ts"
import { rotation } from "./rotation/index.ts"
import { signature } from "./signature/index.ts"
import { unknown } from "./unknown/index.ts"

/** BURST is last: its thousand deliveries would hide the others'. */
const written: ReadonlyArray<CheckGroup<PartnerUnderTest>> = [
  { name: "SIGNATURE", title: "Signatures", checks: signature },
  { name: "ROTATION", title: "Several signatures", checks: rotation },
  { name: "ANSWER", title: "Answers to deliveries", checks: answer },
  { name: "UNKNOWN", title: "What will be added", checks: unknown },
  { name: "CALLBACK", title: "Calls back", checks: callback },
  { name: "ORDER", title: "Late and in another order", checks: order },
  { name: "DUPLICATE", title: "Repeats", checks: duplicate },
  { name: "PRIVACY", title: "Privacy", checks: privacy },
  { name: "BURST", title: "A thousand at once", checks: burst }
]

export const groups: ReadonlyArray<CheckGroup<PartnerUnderTest>> = written.map((group) => ({
  ...group,
  checks: group.checks.map(withOrigins)
}))
