import * as Effect from "effect/Effect"
import type { FundCheck, Tamper } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel } from "../shared/answers.ts"
import { callTampered, restsOn, UNSIGNED } from "./refusal.ts"

interface Row {
  readonly number: number
  readonly tamper: Tamper
  readonly level: FundCheck["level"]
  /** Completes "a call …". */
  readonly what: string
  readonly root: string
  readonly hint: string
}

const rows: ReadonlyArray<Row> = [
  {
    number: 1,
    tamper: "expired",
    level: "MUST",
    what: "with an expired token",
    root: "exp isn't checked",
    hint: "Check exp, and allow clocks to differ by 60 seconds, not more. Some libraries only decode a token unless they are asked to verify it."
  },
  {
    number: 2,
    tamper: "not_yet_valid",
    level: "MUST",
    what: "with a token that isn't valid yet",
    root: "nbf isn't checked",
    hint: "Check nbf, and allow clocks to differ by 60 seconds, not more."
  },
  {
    number: 3,
    tamper: "alg_none",
    level: "MUST",
    what: "with an unsigned token (alg none)",
    root: "alg none is accepted",
    hint: "Pass the one agreed algorithm to the library that verifies; never take it from the token's header."
  },
  {
    number: 4,
    tamper: "wrong_audience",
    level: "MUST",
    what: "with a token for another audience",
    root: "aud isn't checked",
    hint: "Compare aud with the address that was called, or with the audience of your profile. Behind a proxy, configure the public address."
  },
  {
    number: 5,
    tamper: "unknown_key_id",
    level: "SHOULD",
    what: "with a token that names an unknown key (kid)",
    root: "kid isn't checked",
    hint: "Choose the key by kid. Fetch the JWKS again if the kid is unknown, and refuse the token if it still is; don't fall back to another key."
  },
  {
    number: 6,
    tamper: "wrong_key",
    level: "MUST",
    what: "with a token that another key has signed",
    root: UNSIGNED,
    hint: "Verify the signature with the service's public key. Decoding a token doesn't verify it."
  },
  {
    number: 7,
    tamper: "changed_claims",
    level: "MUST",
    what: "with a token whose claims were changed after signing",
    root: UNSIGNED,
    hint: "Verify the signature before the claims are read. Decoding a token doesn't verify it."
  },
  {
    number: 8,
    tamper: "public_key_as_secret",
    level: "MUST",
    what: "with a token that is signed by HS256 with the public key as its secret",
    root: "the algorithm isn't pinned",
    hint: "Pass the one agreed algorithm to the library that verifies. A library that takes alg from the token uses the public key as a shared secret."
  },
  {
    number: 9,
    tamper: "wrong_subject",
    level: "SHOULD",
    what: "with a token for another client (sub)",
    root: "sub isn't checked",
    hint: "Compare sub with the client_id of your profile."
  },
  {
    number: 10,
    tamper: "without_expiry",
    level: "SHOULD",
    what: "with a token that never expires",
    root: "exp isn't required",
    hint: "Require exp. Most libraries check it only if it is there."
  },
  {
    number: 20,
    tamper: "expired_for_minutes",
    level: "SHOULD",
    what: "with a token that expired eight minutes ago",
    root: "exp isn't checked",
    hint: "Allow clocks to differ by 60 seconds, not more. Some libraries allow five minutes by default."
  },
  {
    number: 21,
    tamper: "audience_beside",
    level: "SHOULD",
    what: "with a token for another path of the same host (aud)",
    root: "aud isn't checked",
    hint: "Compare all of aud with the address that was called. A comparison of the host alone accepts tokens that are meant for others behind the same gateway."
  },
  {
    number: 22,
    tamper: "wrong_issuer",
    level: "SHOULD",
    what: "with a token of another issuer (iss)",
    root: "iss isn't checked",
    hint: "Compare iss with the address of the service, which check.issuer of the profile names for this run."
  }
]

/** Tokens that the service would never sign. */
export const wrongTokens: ReadonlyArray<FundCheck> = rows.map(
  ({ hint, level, number, root, tamper, what }) => ({
    id: `AUTH-5-${number}`,
    level,
    requirement: level === "MUST" ? "R-7-3" : "D-fund-tokens",
    title: `The fund answers 401 or 403 to a call ${what}.`,
    hint,
    modes: ["dev", "certify", "probe"],
    restsOn,
    appliesTo: ({ profile: { authentication } }) =>
      authentication.flow === "jwt" ||
      "The fund agreed on another authentication than a token for each call.",
    run: (fund) =>
      atEachOperation(fund, (offer) =>
        Effect.map(callTampered(fund, offer, tamper, what, root), (outcome) => atLevel(level, outcome))
      )
  })
)
