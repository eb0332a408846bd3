import { isTfn } from "@embedded-super/contracts/checks"

/** Secrets that tell themselves by their shape: our API keys, webhook secrets, bearer tokens, passwords in addresses. */
const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b(partner|product)_(live|sandbox)_([0-9A-Za-z]{8})_[0-9A-Za-z]+(_[0-9A-Za-z]+)?/g,
    "$1_$2_$3_<redacted>"
  ],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, "whsec_<redacted>"],
  [/\b(bearer|basic) +[A-Za-z0-9._~+/=-]+/gi, "$1 <redacted>"],
  [/(:\/\/[^/?#\s:@]*):[^/?#\s@]*@/g, "$1:<redacted>@"],
  // A query may hold a signature, a token, a name: none of it is logged.
  [/((?:https?:\/\/|(?<=[\s"'(]|^)\/)[^\s?"'<>]*)\?[^\s"'<>)]*/g, "$1?<query>"]
]

const NINE_DIGITS = /(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{3}(?!\d)/g

/**
 * The second net under `loggable`: takes out of a text what looks like a secret or a tax file number. The first rule
 * stays to put such things into no text at all.
 */
export const scrub = (text: string): string =>
  SHAPES.reduce((scrubbed, [shape, instead]) => scrubbed.replace(shape, instead), text).replace(
    NINE_DIGITS,
    (digits) => (isTfn(digits.replaceAll(/[ -]/g, "")) ? "<tfn>" : digits)
  )
