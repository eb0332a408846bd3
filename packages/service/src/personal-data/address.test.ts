import { AddressInput } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { normaliseAddress } from "./address.ts"

const address = (postcode: string, state: string, address_line_1 = "1 Spring Street") =>
  Schema.decodeSync(AddressInput)({
    address_line_1,
    locality: " St  Kilda ".trim(),
    postcode,
    state
  })

const codes = (...parts: Parameters<typeof address>) =>
  normaliseAddress(address(...parts)).warnings.map((warning) => warning.code)

describe("a postcode of another state is a warning, because border towns keep theirs", () => {
  it.each([
    ["3064", "VIC", []],
    ["2000", "NSW", []],
    ["0800", "NT", []],
    ["2601", "ACT", []],
    ["2899", "NSW", []],
    ["6799", "WA", []],
    ["8001", "VIC", []],
    ["9999", "QLD", []],
    ["5000", "SA", []],
    ["7000", "TAS", []],
    ["0200", "ACT", []],
    ["3000", "NSW", ["postcode_of_another_state"]],
    ["0872", "SA", ["postcode_of_another_state"]],
    ["2620", "ACT", ["postcode_of_another_state"]],
    ["0100", "NT", ["postcode_of_another_state"]]
  ])("%s in %s: %j", (postcode, state, want) => {
    expect(codes(postcode, state)).toEqual(want)
  })

  it("may be pasted with spaces", () => {
    expect(normaliseAddress(address("\u00a00800 ", "NT")).value.postcode).toBe("0800")
  })

  it.each(["800", "30000", "3O64"])("%s is no postcode", (postcode) => {
    expect(() => address(postcode, "VIC")).toThrow()
  })
})

describe("a post office box is a warning in a residential address", () => {
  it.each([
    ["PO Box 12", ["post_office_box"]],
    ["P.O. Box 12", ["post_office_box"]],
    ["GPO Box 1", ["post_office_box"]],
    ["locked bag 7", ["post_office_box"]],
    ["1 Poboxa Street", []],
    ["12 Box Street", []]
  ])("%s: %j", (line, want) => {
    expect(codes("3064", "VIC", line)).toEqual(want)
  })
})

describe("an address", () => {
  it("has its state in upper case, its spaces in order, and null where there is no second line [R-2.3-9, R-2.3-10, R-2.3-11, R-2.3-12, R-2.3-13]", () => {
    expect(normaliseAddress(address("3182", "vic", "7  Acland   Street")).value).toEqual({
      address_line_1: "7 Acland Street",
      address_line_2: null,
      locality: "St Kilda",
      postcode: "3182",
      state: "VIC"
    })
  })
})
