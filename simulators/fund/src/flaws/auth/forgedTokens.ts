import type { CallerCheck } from "@embedded-super/simulator-kit"
import type { Flaw } from "../Flaw.ts"
import { claimsIn, headerIn, tolerating } from "./tolerating.ts"

type Request = Parameters<CallerCheck>[0]

/** The address that was called, without its scheme. */
const addressOf = ({ headers: { host = "" }, url = "" }: Request): string => `${host}${url}`

/** The token's audience, without its scheme. */
const audienceOf = (request: Request): string => String(claimsIn(request).aud).replace(/^https?:\/\//, "")

const has =
  (name: string) =>
  (request: Request): boolean =>
    name in headerIn(request)

const rows: ReadonlyArray<
  readonly [
    name: string,
    sentence: string,
    check: string,
    isTolerated: (request: Request, reason: string) => boolean,
    algorithm?: "PS256"
  ]
> = [
  [
    "key-of-the-header-trusted",
    "The fund verifies a token with the key in the token's own header (jwk).",
    "AUTH-5-23",
    has("jwk")
  ],
  [
    "key-of-an-unnamed-token-trusted",
    "The fund verifies a token that names no key with the key in its own header (jwk).",
    "AUTH-5-23",
    (request) => has("jwk")(request) && !has("kid")(request)
  ],
  [
    "key-address-of-the-header-trusted",
    "The fund fetches the key of a token from where its header says (jku).",
    "AUTH-5-24",
    has("jku")
  ],
  [
    "certificate-of-the-header-trusted",
    "The fund verifies a token with the certificate in its own header (x5c).",
    "AUTH-5-25",
    has("x5c")
  ],
  [
    "critical-header-ignored",
    "The fund accepts a token whose header has to be understood, and isn't (crit).",
    "AUTH-5-26",
    has("crit")
  ],
  [
    "audience-by-its-beginning",
    "The fund accepts a token whose audience begins with its address.",
    "AUTH-5-27",
    (request, reason) => /aud is not/.test(reason) && audienceOf(request).startsWith(addressOf(request))
  ],
  [
    "beginning-of-the-audience",
    "The fund accepts a token whose audience is the beginning of its address.",
    "AUTH-5-27",
    (request, reason) => /aud is not/.test(reason) && addressOf(request).startsWith(audienceOf(request))
  ],
  [
    "audience-not-required",
    "The fund accepts a token without an audience.",
    "AUTH-5-28",
    (request, reason) => /aud is not/.test(reason) && claimsIn(request).aud === undefined
  ],
  [
    "other-padding-accepted",
    "The fund agreed on PS256, and accepts RS256 with the same key.",
    "AUTH-5-29",
    (request) => headerIn(request)["alg"] === "RS256",
    "PS256"
  ],
  [
    "long-life-accepted",
    "The fund accepts a token that is valid for a year.",
    "AUTH-5-30",
    (_, reason) => /valid for longer/.test(reason)
  ]
]

/** Tokens that somebody else can make, or that are worth stealing. */
export const forgedTokens: ReadonlyArray<Flaw> = rows.map(
  ([name, sentence, check, isTolerated, algorithm]) => ({
    name,
    group: "auth",
    sentence,
    killedBy: [check],
    options: { fund: "waratah", ...(algorithm === undefined ? {} : { algorithm }) },
    play: () => tolerating(isTolerated)
  })
)
