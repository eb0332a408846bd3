/** The tokens that a fund has to refuse, one row for each check, by the rules of RFC 8725. */
import * as Effect from "effect/Effect"
import type { FundCheck, Tamper, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { UNSIGNED, byToken, callTampered, restsOn } from "./refusal.ts"
import { type Outcome, notObserved } from "../../../check/Check.ts"
import { atEachOperation, atLevel, inTurn, isSuccess } from "../shared/answers.ts"

/** A token that the service would never sign. */
interface TokenRow {
  readonly number: number
  /** One after the other, until one is accepted. */
  readonly tampers: ReadonlyArray<Tamper>
  readonly level: FundCheck["level"]
  /** Completes "a call …". */
  readonly what: string
  readonly root: string
  readonly hint: string
  /** Checks whose failure explains one of this. */
  readonly explainedBy?: ReadonlyArray<string>
}

const FROM_THE_TOKEN = "the key is taken from the token"

const tokenRows: ReadonlyArray<TokenRow> = [
  {
    number: 1,
    tampers: ["expired"],
    level: "MUST",
    what: "with an expired token",
    root: "exp isn't checked",
    hint: "Check exp, and allow clocks to differ by 60 seconds, not more. Some libraries only decode a token unless they are asked to verify it."
  },
  {
    number: 2,
    tampers: ["not_yet_valid"],
    level: "MUST",
    what: "with a token that isn't valid yet",
    root: "nbf isn't checked",
    hint: "Check nbf, and allow clocks to differ by 60 seconds, not more."
  },
  {
    number: 3,
    tampers: ["alg_none"],
    level: "MUST",
    what: "with an unsigned token (alg none)",
    root: "alg none is accepted",
    hint: "Pass the one agreed algorithm to the library that verifies; never take it from the token's header."
  },
  {
    number: 4,
    tampers: ["wrong_audience"],
    level: "MUST",
    what: "with a token for another audience",
    root: "aud isn't checked",
    hint: "Compare aud with the address that was called, or with the audience of your profile. Behind a proxy, configure the public address."
  },
  {
    number: 5,
    tampers: ["unknown_key_id"],
    level: "SHOULD",
    what: "with a token that names an unknown key (kid)",
    root: "kid isn't checked",
    hint: "Choose the key by kid. Fetch the JWKS again if the kid is unknown, and refuse the token if it still is; don't fall back to another key."
  },
  {
    number: 6,
    tampers: ["wrong_key"],
    level: "MUST",
    what: "with a token that another key has signed",
    root: UNSIGNED,
    hint: "Verify the signature with the service's public key. Decoding a token doesn't verify it."
  },
  {
    number: 7,
    tampers: ["changed_claims"],
    level: "MUST",
    what: "with a token whose claims were changed after signing",
    root: UNSIGNED,
    hint: "Verify the signature before the claims are read. Decoding a token doesn't verify it."
  },
  {
    number: 8,
    tampers: ["public_key_as_secret"],
    level: "MUST",
    what: "with a token that is signed by HS256 with the public key as its secret",
    root: "the algorithm isn't pinned",
    hint: "Pass the one agreed algorithm to the library that verifies. A library that takes alg from the token uses the public key as a shared secret."
  },
  {
    number: 9,
    tampers: ["wrong_subject"],
    level: "SHOULD",
    what: "with a token for another client (sub)",
    root: "sub isn't checked",
    hint: "Compare sub with the client_id of your profile."
  },
  {
    number: 10,
    tampers: ["without_expiry"],
    level: "SHOULD",
    what: "with a token that never expires",
    root: "exp isn't required",
    hint: "Require exp. Most libraries check it only if it is there."
  },
  {
    number: 20,
    tampers: ["expired_for_minutes"],
    level: "SHOULD",
    what: "with a token that expired eight minutes ago",
    root: "exp isn't checked",
    hint: "Allow clocks to differ by 60 seconds, not more. Some libraries allow five minutes by default."
  },
  {
    number: 21,
    tampers: ["audience_beside"],
    level: "SHOULD",
    what: "with a token for another path of the same host (aud)",
    root: "aud isn't checked",
    hint: "Compare all of aud with the address that was called. A comparison of the host alone accepts tokens that are meant for others behind the same gateway."
  },
  {
    number: 22,
    tampers: ["wrong_issuer"],
    level: "SHOULD",
    what: "with a token of another issuer (iss)",
    root: "iss isn't checked",
    hint: "Compare iss with the address of the service, which check.issuer of the profile names for this run."
  },
  {
    number: 23,
    tampers: ["embedded_key", "embedded_key_alone"],
    level: "MUST",
    what: "with a token that is signed by the key in its own header (jwk)",
    root: FROM_THE_TOKEN,
    explainedBy: ["AUTH-5-6"],
    hint: "Choose the key by kid among the keys that you were given, and ignore jwk in the header (RFC 8725, 3.10). Otherwise anybody can sign every call."
  },
  {
    number: 24,
    tampers: ["key_address"],
    level: "MUST",
    what: "with a token whose header says where its key is (jku)",
    root: FROM_THE_TOKEN,
    explainedBy: ["AUTH-5-6"],
    hint: "Fetch keys from the address that you agreed on, never from one in a token (RFC 8725, 3.10)."
  },
  {
    number: 25,
    tampers: ["certificate_chain"],
    level: "MUST",
    what: "with a token that is signed by the key of a certificate in its own header (x5c)",
    root: FROM_THE_TOKEN,
    explainedBy: ["AUTH-5-6"],
    hint: "Choose the key by kid among the keys that you were given, and ignore x5c in the header. A certificate that anybody can make proves nothing."
  },
  {
    number: 26,
    tampers: ["unknown_critical_header"],
    level: "SHOULD",
    what: "with a token whose header has to be understood and isn't known (crit)",
    root: "crit isn't checked",
    hint: "Refuse a token with crit, as RFC 7515, 4.1.11 demands: the service sends none. Some libraries don't look at it, so compare the header yourself."
  },
  {
    number: 27,
    tampers: ["audience_longer", "audience_cut"],
    level: "MUST",
    what: "with a token whose audience is a letter longer or shorter",
    root: "aud is compared in part",
    explainedBy: ["AUTH-5-4"],
    hint: "Compare all of aud, not whether one text begins with the other."
  },
  {
    number: 28,
    tampers: ["without_audience"],
    level: "MUST",
    what: "with a token without an audience (aud)",
    root: "aud isn't required",
    explainedBy: ["AUTH-5-4"],
    hint: "Require aud (RFC 8725, 3.9). Most libraries check it only if it is there."
  },
  {
    number: 29,
    tampers: ["other_padding"],
    level: "MUST",
    what: "with a token that is signed by RS256 where PS256 is agreed",
    root: "the algorithm isn't pinned",
    hint: "Pass the one agreed algorithm to the library that verifies (RFC 8725, 3.1), not all that fit the key."
  },
  {
    number: 30,
    tampers: ["valid_for_a_year"],
    level: "SHOULD",
    what: "with a token that is valid for a year",
    root: "exp has no limit",
    hint: "Refuse a token whose exp is more than 300 seconds after iat: the service's tokens are valid for two minutes, and one that lives longer is worth stealing."
  }
]

const callWith = (fund: FundUnderTest, offer: Offer, tamper: Tamper, row: TokenRow): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const outcome = yield* callTampered(fund, offer, tamper, row.what, row.root)
    const isFailed = outcome.verdict === "fail"
    if (tamper === "key_address" && !isFailed && !fund.isOnThisMachine)
      return notObserved("The fund isn't on this machine, so it can't fetch a key from the kit.")
    // Who compares the host alone accepts every path of it: AUTH-5-21 says that.
    return isFailed && row.number === 27 && (yield* takesOtherPaths(fund, offer))
      ? notObserved("The fund compares the host of aud alone; see AUTH-5-21.")
      : outcome
  })

/** Whether a token for another path of the same host is accepted. */
const takesOtherPaths = (fund: FundUnderTest, { body, operation }: Offer): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const sent = body()
    const credentials = yield* fund.authorise(operation, sent, "audience_beside")
    return credentials !== null && isSuccess(yield* fund.call(operation, sent, { credentials }))
  })

/** Tokens that the service would never sign. */
export const wrongTokens: ReadonlyArray<FundCheck> = tokenRows.map((row) => ({
  id: `AUTH-5-${row.number}`,
  level: row.level,
  requirement: row.level === "MUST" ? "R-7-3" : "D-fund-tokens",
  title: `The fund answers 401 or 403 to a call ${row.what}.`,
  hint: row.hint,
  modes: ["dev", "certify", "probe"],
  restsOn: [...restsOn, ...(row.explainedBy ?? [])],
  appliesTo: byToken,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      Effect.map(
        inTurn(row.tampers, (tamper) => callWith(fund, offer, tamper, row)),
        (outcome) => atLevel(row.level, outcome)
      )
    )
}))
