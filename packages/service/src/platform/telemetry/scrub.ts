import { isTfn } from "@embedded-super/contracts/checks"

/** Secrets recognisable by their form: our API keys, webhook secrets, bearer tokens, passwords in addresses. */
const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b(partner|product)_(live|sandbox)_([0-9A-Za-z]{8})_[0-9A-Za-z]+(_[0-9A-Za-z]+)?/g,
    "$1_$2_$3_<redacted>"
  ],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, "whsec_<redacted>"],
  [/\b(bearer|basic) +[A-Za-z0-9._~+/=-]+/gi, "$1 <redacted>"],
  [/(:\/\/[^/?#\s:@]*):[^/?#\s@]*@/g, "$1:<redacted>@"],
  // A query may contain a signature, a token or a name: none of it is logged.
  [/((?:https?:\/\/|(?<=[\s"'(]|^)\/)[^\s?"'<>]*)\?[^\s"'<>)]*/g, "$1?<query>"]
]

const NINE_DIGITS = /(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{3}(?!\d)/g

/**
 * The second safeguard behind `loggable`: removes from a text everything that looks like a secret or a tax file number.
 * The first rule remains: never put such values into a text.
 */
export const scrub = (text: string): string =>
  SHAPES.reduce((scrubbed, [shape, instead]) => scrubbed.replace(shape, instead), text).replace(
    NINE_DIGITS,
    (digits) => (isTfn(digits.replaceAll(/[ -]/g, "")) ? "<tfn>" : digits)
  )
