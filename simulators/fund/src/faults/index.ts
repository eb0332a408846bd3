/** The faults of every group, for `fund-sim --fault NAME` and the tests of fund-check. Loaded only where one is asked for. */
import type { Fault } from "./Fault.ts"
import { accessTokens, certificates } from "./auth/accessTokens.ts"
import { keys } from "./auth/keys.ts"
import { tokens } from "./auth/tokens.ts"
import { call, version, time } from "./call.ts"
import { details } from "./details.ts"
import { errors } from "./errors.ts"
import { limits } from "./limits.ts"
import { list } from "./list.ts"
import { lookup } from "./lookup.ts"
import { privacy } from "./privacy.ts"
import { fields } from "./register/fields.ts"
import { memberNumbers } from "./register/memberNumbers.ts"
import { persons } from "./register/persons.ts"
import { repeats } from "./register/repeats.ts"
import { schema } from "./schema.ts"
import { tls } from "./tls.ts"
import { transport } from "./transport.ts"

export type { Fault, Group, Hooks, OtherFund } from "./Fault.ts"

export const faults: ReadonlyArray<Fault> = [
  ...call,
  ...tls,
  ...transport,
  ...keys,
  ...tokens,
  ...accessTokens,
  ...certificates,
  ...schema,
  ...lookup,
  ...fields,
  ...memberNumbers,
  ...repeats,
  ...persons,
  ...details,
  ...list,
  ...errors,
  ...limits,
  ...privacy,
  ...time,
  ...version
]
