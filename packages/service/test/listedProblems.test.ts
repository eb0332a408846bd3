import type { FieldError } from "@embedded-super/contracts/schemas"
import { expect, it } from "vitest"
import { unlistedFindings, unlistedProblem } from "./listedProblems.ts"

it.each([
  ["POST", "/api/v1/employers", "idempotency_in_progress", undefined],
  ["POST", "/api/v1/employers", "key_limit_reached", "createEmployer key_limit_reached"],
  ["GET", "/api/v1/employers/1?x=1", "tfn_access_not_permitted", "getEmployer tfn_access_not_permitted"],
  ["GET", "/api/v1/onboarding-session/1/tfn", "tfn_access_not_permitted", undefined],
  ["PUT", "/embed-api/v1/intent/person", "match_not_open", "saveIntentPerson match_not_open"],
  ["GET", "/api/v1/nothing", "not_found", undefined],
  ["GET", "/api/v1/employers", undefined, undefined]
] as const)("%s %s: the specs don't list the code %s of %s", (method, target, code, want) => {
  expect(unlistedProblem(method, target, code)).toBe(want)
})

const identity = "/embed-api/v1/onboarding/identity"
const details = "/embed-api/v1/employer/details"

it.each([
  ["a code of the schema", identity, "#/family_name", "too_long", true],
  ["a code of a rule", identity, "#/date_of_birth", "age_out_of_range", true],
  ["a code that no rule of the field has", identity, "#/family_name", "age_out_of_range", false],
  ["a code at a place that isn't listed", identity, "#/age", "required", false],
  ["an item of a list", details, "#/custom_answers/12/answer", "not_allowed", true],
  ["an item of a list with another code", details, "#/custom_answers/0/answer", "not_found", false],
  ["an unknown property", details, "#/custom_answers/0/age", "unknown_property", true],
  ["an unknown property of a text", identity, "#/given_name/a", "unknown_property", false],
  ["another API", "/api/v1/employers", "#/abn", "not_found", true]
] as const)("%s: is %s %s %s listed: %s", (_, path, pointer, code, isListed) => {
  const finding: FieldError = { in: "body", pointer, code, detail: "It is wrong." }
  expect(unlistedFindings("PUT", path, [finding])).toHaveLength(isListed ? 0 : 1)
})
