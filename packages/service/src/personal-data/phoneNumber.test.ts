import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { normalisePhoneNumber } from "./phoneNumber.ts"

const outcome = (input: string) =>
  Result.match(normalisePhoneNumber(input), {
    onFailure: (finding) => finding.code,
    onSuccess: ({ value, warnings }) => [value, ...warnings.map((warning) => warning.code)].join(" ")
  })

describe("phone_number is kept in E.164, and a mobile is preferred [R-2.3-8, R-2.3-19]", () => {
  it.each([
    ["0491 570 006", "+61491570006"],
    ["0491 570 156", "+61491570156"],
    ["491570157", "+61491570157"],
    ["61491570158", "+61491570158"],
    ["0061491570159", "+61491570159"],
    ["0011 61 491 570 159", "+61491570159"],
    ["+61 491 570 110", "+61491570110"],
    ["(04) 9157-0313", "+61491570313"],
    ["0491 570 737", "+61491570737"],
    ["0491 571 266", "+61491571266"],
    ["0491 571 491", "+61491571491"],
    ["0491 571 804", "+61491571804"],
    ["0491 572 549", "+61491572549"],
    ["+61 2 5550 0000", "+61255500000 mobile_preferred"],
    ["(02) 5550 0000", "+61255500000 mobile_preferred"],
    ["+64 21 123 456", "+6421123456"],
    ["+61 (0) 491 570 006", "+61491570006"],
    ["tel:+61-491-570-006", "+61491570006"],
    ["+614123456", "invalid_phone_number"],
    ["+61512345678", "invalid_phone_number"],
    ["+61 491 570 006 ext. 5", "invalid_phone_number"],
    ["call 0491 570 006", "invalid_phone_number"],
    ["000", "invalid_phone_number"],
    ["", "invalid_phone_number"]
  ])("%s is %s", (input, want) => {
    expect(outcome(input)).toBe(want)
  })
})
