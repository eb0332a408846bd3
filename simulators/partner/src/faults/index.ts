/** The faults of every group, for `partner-sim --fault NAME` and the tests of partner-check. Loaded only where one is asked for. */
import type { Fault } from "./Fault.ts"
import { signature } from "./signature.ts"
import { rotation } from "./rotation.ts"
import { answer } from "./answer.ts"
import { unknown } from "./unknown.ts"
import { callback } from "./callback.ts"
import { order } from "./order.ts"
import { duplicate } from "./duplicate.ts"
import { privacy } from "./privacy.ts"
import { burst } from "./burst.ts"

export type { Fault, Group, Hooks, OtherPartner } from "./Fault.ts"

export const faults: ReadonlyArray<Fault> = [
  ...signature,
  ...rotation,
  ...answer,
  ...unknown,
  ...callback,
  ...order,
  ...duplicate,
  ...privacy,
  ...burst
]
