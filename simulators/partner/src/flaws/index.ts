/** The flaws of every group, for `partner-sim --flaw NAME` and the kill matrix. Loaded only where one is asked for. */
import type { Flaw } from "./Flaw.ts"
import { signature } from "./signature/index.ts"
import { rotation } from "./rotation/index.ts"
import { answer } from "./answer/index.ts"
import { unknown } from "./unknown/index.ts"
import { callback } from "./callback/index.ts"
import { order } from "./order/index.ts"
import { duplicate } from "./duplicate/index.ts"
import { privacy } from "./privacy/index.ts"
import { burst } from "./burst/index.ts"

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
