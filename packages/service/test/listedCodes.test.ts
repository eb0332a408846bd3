import type { FieldError } from "@embedded-super/contracts/schemas"
import { describe, expect, it } from "vitest"
import { unlistedFindings } from "./listedCodes.ts"

const finding = (pointer: string, code: string, place: FieldError["in"] = "body"): FieldError => ({
  in: place,
  pointer,
  code,
  detail: "It is wrong."
})

const identity = "/embed-api/v1/onboarding/identity"
const details = "/embed-api/v1/employer/details"

/** [what, path, findings, want: those that aren't listed]. */
const table: ReadonlyArray<readonly [string, string, ReadonlyArray<FieldError>, ReadonlyArray<string>]> = [
  ["a code of the schema", identity, [finding("#/family_name", "too_long")], []],
  ["a code of a rule", identity, [finding("#/date_of_birth", "age_out_of_range")], []],
  [
    "a code that no rule of the field has",
    identity,
    [finding("#/family_name", "age_out_of_range"), finding("#/gender", "not_allowed")],
    ["saveIdentity #/family_name age_out_of_range"]
  ],
  [
    "a code at a place that isn't listed",
    identity,
    [finding("#/age", "required")],
    ["saveIdentity #/age required"]
  ],
  ["an item of a list", details, [finding("#/custom_answers/12/answer", "not_allowed")], []],
  [
    "an item of a list with another code",
    details,
    [finding("#/custom_answers/0/answer", "not_found")],
    ["saveEmployerDetails #/custom_answers/0/answer not_found"]
  ],
  ["an unknown property", details, [finding("#/custom_answers/0/age", "unknown_property")], []],
  [
    "an unknown property of a text",
    identity,
    [finding("#/given_name/a", "unknown_property")],
    ["saveIdentity #/given_name/a unknown_property"]
  ],
  ["a finding that isn't on the body", identity, [finding("#/If-Match", "invalid_format", "header")], []],
  ["another API", "/api/v1/employers", [finding("#/abn", "not_found")], []],
  [
    "an id in the path",
    "/embed-api/v1/employer/matches/01a1fb67-1800-7000-8000-0000000000c1/decline",
    [finding("#/reason", "not_found")],
    ["declineMatch #/reason not_found"]
  ]
]

describe("findings that the specs don't list", () => {
  it.each(table)("%s", (_, path, errors, want) => {
    const method = path.endsWith("/decline") ? "POST" : "PUT"
    expect(unlistedFindings(method, path, errors)).toEqual(want)
  })
})
