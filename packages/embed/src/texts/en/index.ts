import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { errors } from "./errors/index.ts"

/** English. The other languages have the same keys, which their types check. */
export const en = { common, employer, employee, errors }

export type Words = typeof en
