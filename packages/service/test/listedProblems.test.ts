import { describe, expect, it } from "vitest"
import { unlistedProblem } from "./listedProblems.ts"

const id = "01a1fb82-8f40-7000-8000-000000000031"

/** [what, method, target, code, want: operation and code, if it isn't listed]. */
const table: ReadonlyArray<readonly [string, string, string, unknown, string | undefined]> = [
  ["a code of the operation", "POST", "/api/v1/employers", "remote_id_taken", undefined],
  ["a code of every POST", "POST", "/api/v1/employers", "idempotency_in_progress", undefined],
  [
    "a code of another operation with the same answer",
    "POST",
    "/api/v1/employers",
    "key_limit_reached",
    "createEmployer key_limit_reached"
  ],
  [
    "a path with a variable, and a query",
    "GET",
    `/api/v1/employers/${id}?x=1`,
    "tfn_access_not_permitted",
    "getEmployer tfn_access_not_permitted"
  ],
  [
    "the only operation that reads tax file numbers",
    "GET",
    `/api/v1/onboarding-session/${id}/tfn`,
    "tfn_access_not_permitted",
    undefined
  ],
  [
    "a code of the embeds",
    "PUT",
    "/embed-api/v1/intent/person",
    "match_not_open",
    "saveIntentPerson match_not_open"
  ],
  ["a path that isn't there", "GET", "/api/v1/nothing", "not_found", undefined],
  ["no problem", "GET", "/api/v1/employers", undefined, undefined]
]

describe("problems that the specs don't list", () => {
  it.each(table)("%s", (_, method, target, code, want) => {
    expect(unlistedProblem(method, target, code)).toBe(want)
  })
})
