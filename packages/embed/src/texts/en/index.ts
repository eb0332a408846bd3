import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { employee as ofEmployee } from "./errors/employee.ts"
import { employer as ofEmployer } from "./errors/employer.ts"
import { errorsIn } from "./errors/index.ts"
import { intent as ofIntent } from "./errors/intent.ts"
import { intent } from "./intent.ts"

const errors = errorsIn({ ...ofEmployer, ...ofIntent }, ofEmployee)

/**
 * English. The other languages have the same keys, which their types check. An app loads its part only (`employeeWords.ts`
 * and so on); all together are for types and tests.
 */
export const en = { common, employer, employee, intent, errors }

export type Words = typeof en
