import type { Words } from "../en/index.ts"
import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { employee as ofEmployee } from "./errors/employee.ts"
import { employer as ofEmployer } from "./errors/employer.ts"
import { errorsIn } from "./errors/index.ts"
import { intent as ofIntent } from "./errors/intent.ts"
import { intent } from "./intent.ts"

// The words of each app, as in English.
export const employeeWords = { common, employee, errors: /* @__PURE__ */ errorsIn(ofEmployee) }
export const employerWords = { common, employer, errors: /* @__PURE__ */ errorsIn({}, ofEmployer) }
export const intentWords = { common, intent, errors: /* @__PURE__ */ errorsIn({}, ofIntent) }

/** Chinese, simplified. */
export const zh: Words = {
  common,
  employer,
  employee,
  intent,
  errors: /* @__PURE__ */ errorsIn(ofEmployee, ofEmployer, ofIntent)
}
