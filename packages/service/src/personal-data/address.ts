import type { Finding } from "./Finding.ts"

/**
 * The postcodes of each state and territory, both ends included. Post office boxes and large volume receivers have
 * ranges of their own, marked below; 6798 and 6799 are external territories that stand in the range of WA (domain 4.6).
 */
const POSTCODES: Readonly<Record<string, ReadonlyArray<readonly [from: number, to: number]>>> = {
  ACT: [
    [200, 299] /* boxes */,
    [2600, 2618],
    [2900, 2920]
  ],
  NSW: [
    [1000, 1999] /* boxes */,
    [2000, 2599],
    [2619, 2899],
    [2921, 2999]
  ],
  NT: [
    [800, 899],
    [900, 999] /* boxes */
  ],
  QLD: [
    [4000, 4999],
    [9000, 9999] /* boxes */
  ],
  SA: [
    [5000, 5799],
    [5800, 5999] /* boxes */
  ],
  TAS: [
    [7000, 7799],
    [7800, 7999] /* boxes */
  ],
  VIC: [
    [3000, 3999],
    [8000, 8999] /* boxes */
  ],
  WA: [
    [6000, 6797],
    [6798, 6799],
    [6800, 6999] /* boxes */
  ]
}

const POSTCODE_OF_ANOTHER_STATE: Finding = {
  code: "postcode_state_mismatch",
  detail: "This postcode is usually of another state. Border towns may keep it."
}

const POST_OFFICE_BOX: Finding = {
  code: "post_office_box",
  detail: "A residential address is wanted here, not a post office box."
}

/** Is the four-digit postcode in one of the state's ranges? */
export const isPostcodeOfState = (postcode: string, state: string) =>
  (POSTCODES[state] ?? []).some(([from, to]) => Number(postcode) >= from && Number(postcode) <= to)

/** What is worth a second look in an address. Postcodes cross borders, so a mismatch never refuses it. */
export const addressWarnings = (address: {
  readonly address_line_1: string
  readonly postcode: string
  readonly state: string
}): ReadonlyArray<Finding> => [
  ...(isPostcodeOfState(address.postcode, address.state) ? [] : [POSTCODE_OF_ANOTHER_STATE]),
  ...(/^\s*(p\.?\s*o\.?|g\.?\s*p\.?\s*o\.?)\s*box\b|^\s*locked\s+bag\b/i.test(address.address_line_1)
    ? [POST_OFFICE_BOX]
    : [])
]
