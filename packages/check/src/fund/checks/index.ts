/**
 * The checks of a fund, in the order in which they run. To add one:
 *
 * 1. Write a `FundCheck` in the file of its subject, `checks/<group>/<subject>.ts` (such as `lookup/steady.ts`).
 * 2. Add it to the list of its group, `checks/<group>/index.ts`. A group of one file, such as `version.ts`, has its list there.
 *
 * Its id is `<GROUP>-<section>-<n>`: the group, the section of the description, and a number that no other check has. A
 * number is never given to another check. `test/checks.test.ts` holds each check to this.
 */
import type { FundCheckGroup } from "../FundUnderTest.ts"
import { auth } from "./auth/index.ts"
import { call } from "./call.ts"
import { details } from "./details/index.ts"
import { errors } from "./errors/index.ts"
import { limits } from "./limits/index.ts"
import { list } from "./list/index.ts"
import { lookup } from "./lookup/index.ts"
import { privacy } from "./privacy/index.ts"
import { register } from "./register/index.ts"
import { schema } from "./schema/index.ts"
import { time } from "./time.ts"
import { tls } from "./tls/index.ts"
import { transport } from "./transport/index.ts"
import { version } from "./version.ts"

/** CALL is first: without it nothing else can be judged. TIME is last: it reads the answers that all others got. */
export const groups: ReadonlyArray<FundCheckGroup> = [
  { name: "CALL", title: "A plain call of each operation", checks: call },
  { name: "VERSION", title: "The version in the path", checks: version },
  { name: "TLS", title: "Encrypted connections", checks: tls },
  { name: "TRANSPORT", title: "HTTP: content types, methods, broken bodies", checks: transport },
  { name: "AUTH", title: "Who may call", checks: auth },
  { name: "SCHEMA", title: "Requests and answers by the specification", checks: schema },
  { name: "LOOKUP", title: "Employer lookup", checks: lookup },
  { name: "REGISTER", title: "Member registration", checks: register },
  { name: "DETAILS", title: "Employer details", checks: details },
  { name: "ERRORS", title: "Statuses of refusals", checks: errors },
  { name: "PRIVACY", title: "Personal data stays where it belongs", checks: privacy },
  { name: "LIST", title: "Lists of employers", checks: list },
  { name: "LIMITS", title: "Load, sizes and time limits", checks: limits },
  { name: "TIME", title: "Whether every call was answered, and how fast", checks: time }
]
