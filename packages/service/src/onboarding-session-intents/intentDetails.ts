import { IntentEmployee, IntentEmployment } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** What is personal about an intent, as it is sealed in its row; null where nothing was given. */
export const IntentDetails = Schema.Struct({
  employee: IntentEmployee,
  /** The partner passed the employee's `remote_id`: the employer can't change it. */
  remote_id_is_fixed: Schema.Boolean,
  employment: IntentEmployment
})
export interface IntentDetails extends Schema.Schema.Type<typeof IntentDetails> {}
