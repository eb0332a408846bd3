import * as Effect from "effect/Effect"
import { notObserved } from "../../../check/outcomes.ts"
import type { FundCheck, Tamper } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel, isSuccess } from "../shared/answers.ts"
import { callTampered, restsOn, UNSIGNED } from "./refusal.ts"

interface Row {
  readonly number: number
  readonly tamper: Tamper
  readonly level: FundCheck["level"]
  /** Completes "a call …". */
  readonly what: string
  readonly hint: string
}

const rows: ReadonlyArray<Row> = [
  {
    number: 1,
    tamper: "missing",
    level: "MUST",
    what: "without credentials",
    hint: "Refuse a call before anything else is done if its credentials are missing. A header that is absent is often read as null, which fails later with a server error."
  },
  {
    number: 2,
    tamper: "empty",
    level: "MUST",
    what: "with empty credentials",
    hint: "Treat an empty header as a missing one. A comparison with a setting that is empty too accepts it."
  },
  {
    number: 3,
    tamper: "wrong",
    level: "MUST",
    what: "with credentials that the fund never gave",
    hint: "Compare the credentials with those that you agreed on, not only whether there are any."
  },
  {
    number: 4,
    tamper: "nearly_right",
    level: "MUST",
    what: "whose credentials differ in the last letter",
    hint: "Compare all of the key or token. A comparison of a beginning, or of a shortened hash, accepts others."
  },
  {
    number: 5,
    tamper: "wrong_scheme",
    level: "SHOULD",
    what: "with the right secret in another header or scheme",
    hint: "Read the credentials only from the header of the agreed flow: X-Auth-Key for a key, Authorization: Bearer for a token."
  }
]

/** With mutual TLS, these are seen while the connection is made. */
const ofCertificates: ReadonlySet<Tamper> = new Set(["missing", "wrong"])

/** Credentials that any flow may meet. */
export const wrongCredentials: ReadonlyArray<FundCheck> = rows.map(
  ({ hint, level, number, tamper, what }) => ({
    id: `AUTH-7-${number}`,
    level,
    requirement: "R-7-3",
    title: `The fund answers 401 or 403 to a call ${what}${ofCertificates.has(tamper) ? ", or ends a TLS connection without a right certificate" : ""}.`,
    hint,
    modes: ["dev", "certify", "probe"],
    restsOn,
    run: (fund) =>
      atEachOperation(fund, (offer) =>
        Effect.gen(function* () {
          // A refusal of nearly right credentials proves something only if the right credentials are accepted.
          const isNear = tamper === "nearly_right"
          const root = isNear && fund.profile.authentication.flow === "jwt" ? UNSIGNED : undefined
          if (isNear && !isSuccess(yield* fund.call(offer.operation, offer.body())))
            return notObserved("The fund accepts no call with the right credentials.")
          return atLevel(level, yield* callTampered(fund, offer, tamper, what, root))
        })
      )
  })
)
