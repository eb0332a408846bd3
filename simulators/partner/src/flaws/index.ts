/** The flaws of every group, for `partner-sim --flaw NAME` and the tests of partner-check. Loaded only where one is asked for. */
import type { Flaw } from "./Flaw.ts"
import { signature } from "./signature.ts"
import { rotation } from "./rotation.ts"
import { answer } from "./answer.ts"
import { unknown } from "./unknown.ts"
import { callback } from "./callback.ts"
import { order } from "./order.ts"
import { duplicate } from "./duplicate.ts"
import { privacy } from "./privacy.ts"
import { burst } from "./burst.ts"

export type { Flaw, Group, Hooks, OtherPartner } from "./Flaw.ts"

export const flaws: ReadonlyArray<Flaw> = [
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
