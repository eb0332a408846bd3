/** The flaws of every group, for `fund-sim --flaw NAME` and the kill matrix. Loaded only where one is asked for. */
import type { Flaw } from "./Flaw.ts"
import { auth } from "./auth/index.ts"
import { call } from "./call/index.ts"
import { details } from "./details/index.ts"
import { errors } from "./errors/index.ts"
import { limits } from "./limits/index.ts"
import { list } from "./list/index.ts"
import { lookup } from "./lookup/index.ts"
import { privacy } from "./privacy/index.ts"
import { register } from "./register/index.ts"
import { schema } from "./schema/index.ts"
import { time } from "./time/index.ts"
import { tls } from "./tls/index.ts"
import { transport } from "./transport/index.ts"
import { version } from "./version/index.ts"

export type { Flaw, Group, Hooks, OtherFund } from "./Flaw.ts"

export const flaws: ReadonlyArray<Flaw> = [
  ...call,
  ...tls,
  ...transport,
  ...auth,
  ...schema,
  ...lookup,
  ...register,
  ...details,
  ...list,
  ...errors,
  ...limits,
  ...privacy,
  ...time,
  ...version
]
