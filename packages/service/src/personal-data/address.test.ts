import { describe, expect, it } from "vitest"
import { addressWarnings } from "./address.ts"

const codes = (postcode: string, state: string, address_line_1 = "1 Spring Street") =>
  addressWarnings({ address_line_1, postcode, state }).map((warning) => warning.code)

describe("a postcode of another state is a warning, because border towns keep theirs [R-2.3-12, R-2.3-13]", () => {
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
    ["3000", "NSW", ["postcode_state_mismatch"]],
    ["0872", "SA", ["postcode_state_mismatch"]],
    ["2620", "ACT", ["postcode_state_mismatch"]],
    ["0100", "NT", ["postcode_state_mismatch"]]
  ])("%s in %s: %j", (postcode, state, want) => {
    expect(codes(postcode, state)).toEqual(want)
  })
})

describe("a post office box is a warning in a residential address [R-2.3-9]", () => {
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
