import { expect, it } from "vitest"
import { eventOf } from "./eventOf.ts"

it.each([
  ['{"event":"employee_changed","subject":"employee"}', "employee_changed", "employee"],
  ['{"event":7,"subject":"employee"}', "a webhook", "employee"],
  ['{"event":"employee_changed"}', "employee_changed", "entity"],
  ['{"event":"employee_ch', "a webhook", "entity"],
  ["[]", "a webhook", "entity"],
  ["null", "a webhook", "entity"],
  ["", "a webhook", "entity"]
])("the body %j is shown as %s of %s", (body, event, subject) => {
  expect(eventOf(body)).toEqual({ event, subject })
})
