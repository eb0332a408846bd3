import { common } from "./common.ts"
import { employer } from "./employer.ts"
import { errors } from "./errors/index.ts"
import { intent } from "./intent.ts"

/** English. The other languages have the same keys, which their types check. */
export const en = { common, employer, intent, errors }

export type Words = typeof en
