import * as Effect from "effect/Effect"
import { type Outcome, notApplicable, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest, Offer, Tamper } from "../../FundUnderTest.ts"
import {
  atEachOperation,
  atLevel,
  failed,
  isSuccess,
  notReached,
  refusesCaller,
  warned
} from "../shared/answers.ts"
import { nouns } from "../shared/registering.ts"
import { callTampered, restsOn, UNSIGNED } from "./refusal.ts"

/** The other checks of this group look at refusals; this one at credentials that must be accepted. */
export const rightCredentials: FundCheck = {
  id: "AUTH-5-18",
  level: "MUST",
  requirement: "R-5-4",
  also: ["R-4.2-3", "R-4.2-4", "R-4.2-11", "R-5-5"],
  title: "A call with the credentials that were agreed is accepted.",
  hint: "Compare what your fund is configured with, the key or the token's iss, sub, aud and kid, with what this program calls with: the finding names it. Look in your log for the reason.",
  modes: ["dev", "certify", "probe"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) => {
        if (isSuccess(answer)) return pass
        if (!refusesCaller(answer))
          return (
            notReached(answer) ??
            notObserved("The call isn't accepted, for another reason than its credentials.")
          )
        return failed(answer, {
          cause: `The fund refuses the credentials of a valid ${nouns[operation]}.`,
          expected: "2xx.",
          root: `a valid ${operation} isn't answered 2xx`,
          hint: fund.expectedCredentials(operation)
        })
      })
    )
}

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

/** Well-formed and incomplete: many frameworks parse a body before any code of the fund runs. */
const INCOMPLETE = "{}"

const callWith = (fund: FundUnderTest, { body, operation }: Offer): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const sent = body()
    const credentials = yield* fund.authorise(operation, sent, "wrong")
    if (credentials === null) return notApplicable("The agreed authentication has nothing of this kind.")
    const whole = yield* fund.call(operation, sent, { credentials })
    if (!refusesCaller(whole)) return notObserved("The fund doesn't answer 401 or 403 to wrong credentials.")
    const answer = yield* fund.call(operation, sent, { credentials, payload: INCOMPLETE })
    if (refusesCaller(answer)) return pass
    return (
      notReached(answer) ??
      warned(answer, {
        cause: "The fund validates the body of a call before it has checked the credentials.",
        expected: "401 or 403, whatever the body is."
      })
    )
  })

export const beforeTheBody: FundCheck = {
  id: "AUTH-7-8",
  level: "SHOULD",
  requirement: "R-7-3",
  title: "The fund checks the credentials before it validates the body.",
  hint: "Put authentication before validation. Otherwise strangers learn from your findings, and wrong credentials look like a wrong body.",
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow !== "mutual_tls" || "The certificate is checked while the connection is made.",
  run: (fund) => atEachOperation(fund, (offer) => callWith(fund, offer))
}
