import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employee as ofEmployee } from "./errors/employee.ts"
import { errorsIn } from "./errors/index.ts"

/** The words of this app alone: a phone loads no others. */
export const words = { common, employee, errors: errorsIn({}, ofEmployee) }
