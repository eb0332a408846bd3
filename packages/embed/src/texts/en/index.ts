import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { employee as ofEmployee } from "./errors/employee.ts"
import { employer as ofEmployer } from "./errors/employer.ts"
import { errorsIn } from "./errors/index.ts"
import { intent as ofIntent } from "./errors/intent.ts"
import { intent } from "./intent.ts"

// The words of each app. Unless a call is marked as pure, the bundler keeps it, and a phone would load the words of all apps.
export const employeeWords = { common, employee, errors: /* @__PURE__ */ errorsIn(ofEmployee) }
export const employerWords = { common, employer, errors: /* @__PURE__ */ errorsIn({}, ofEmployer) }
export const intentWords = { common, intent, errors: /* @__PURE__ */ errorsIn({}, ofIntent) }

/** English, for types and tests. The other languages have the same keys, which their types check. */
export const en = {
  common,
  employer,
  employee,
  intent,
  errors: /* @__PURE__ */ errorsIn(ofEmployee, ofEmployer, ofIntent)
}

export type Words = typeof en
