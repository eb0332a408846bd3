import type {
  Address,
  AddressInput,
  AddressLine,
  AustralianState,
  Locality
} from "@embedded-super/contracts/schemas"
import type { Normalised, Warning } from "./Findings.ts"
import { readPostcode, normaliseText } from "./text.ts"

/**
 * The postcodes of each state and territory, both ends included. Post office boxes and large volume receivers have
 * ranges of their own: 0200-0299, 0900-0999, 1000-1999, 5800-5999, 6800-6999, 7800-7999, 8000-8999, 9000-9999. 6798 and
 * 6799 are external territories within the range of WA (D-addresses).
 */
const POSTCODES: Readonly<Record<AustralianState, string>> = {
  ACT: "0200-0299 2600-2618 2900-2920",
  NSW: "1000-1999 2000-2599 2619-2899 2921-2999",
  NT: "0800-0899 0900-0999",
  QLD: "4000-4999 9000-9999",
  SA: "5000-5799 5800-5999",
  TAS: "7000-7799 7800-7999",
  VIC: "3000-3999 8000-8999",
  WA: "6000-6797 6798-6799 6800-6999"
}

const POSTCODE_OF_ANOTHER_STATE: Warning = {
  code: "postcode_of_another_state",
  detail: "This postcode usually belongs to another state. In a border town it may be right."
}

const POST_OFFICE_BOX: Warning = {
  code: "post_office_box",
  detail: "Give a residential address, not a post office box."
}

/** Postcodes have four digits, so they compare as text. */
const isPostcodeOf = (state: AustralianState, postcode: string) =>
  POSTCODES[state].split(" ").some((range) => range.slice(0, 4) <= postcode && postcode <= range.slice(5))

const isPostOfficeBox = (line: string) =>
  /^(p\.?\s*o\.?|g\.?\s*p\.?\s*o\.?)\s*box\b|^locked\s+bag\b/i.test(line)

/**
 * An address with its state in upper case and its spaces normalised. Oddities cause a warning, never a refusal:
 * postcodes cross borders.
 */
export const normaliseAddress = (input: AddressInput): Normalised<Address> => {
  const line2 = input.address_line_2 === undefined ? "" : normaliseText(input.address_line_2)
  const value: Address = {
    address_line_1: normaliseText(input.address_line_1) as AddressLine,
    address_line_2: line2 === "" ? null : (line2 as AddressLine),
    locality: normaliseText(input.locality) as Locality,
    postcode: readPostcode(input.postcode),
    state: input.state.toUpperCase() as AustralianState
  }
  return {
    value,
    warnings: [
      ...(isPostcodeOf(value.state, value.postcode) ? [] : [POSTCODE_OF_ANOTHER_STATE]),
      ...(isPostOfficeBox(value.address_line_1) ? [POST_OFFICE_BOX] : [])
    ]
  }
}
