import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type Outcome, notApplicable, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer, Tamper } from "../../FundUnderTest.ts"
import { failed, isSuccess, notReached, refusesCaller } from "../shared/answers.ts"

/** For `appliesTo` of checks about tokens that the service signs. */
export const byToken: NonNullable<FundCheck["appliesTo"]> = ({ profile: { authentication } }) =>
  authentication.flow === "jwt" || "The fund agreed on another authentication than a token for each call."

/** For `appliesTo` of checks about keys. */
export const byKey: NonNullable<FundCheck["appliesTo"]> = ({ profile: { authentication } }) =>
  authentication.flow === "api_key" || "The fund agreed on another authentication than a key."

/** A fund with mutual TLS may refuse the certificate while the connection is made, in place of an answer. */
const isRefusedByTls = (fund: FundUnderTest, { failure }: Answer): boolean =>
  fund.profile.authentication.flow === "mutual_tls" &&
  (failure === "tls_failure" || failure === "connection_reset")

const ACCEPTED = "credentials are accepted without a check"

/** Of a token whose signature isn't checked, every part can be changed. */
export const UNSIGNED = "the signature of a token isn't checked"

/** The check whose failure explains every failure of this group. */
export const restsOn = ["TRANSPORT-4.2-7"]

/** An answer whose status says that all is well, and whose body that it isn't. */
const saysError = ({ json }: Answer): boolean =>
  Predicate.isReadonlyObject(json) &&
  ["error", "errors", "message", "detail", "code"].some((name) => name in json) &&
  !("member_details" in json || "employer_found" in json)

/** What to do about a status that isn't 401 or 403; undefined if the check's own hint says it. */
const wrongStatus = (answer: Answer): string | undefined => {
  const { failure, status } = answer
  if (status === null || failure !== null)
    return "Look in your log for why such a call gets no answer, and answer 401."
  if (isSuccess(answer))
    return `You refuse it rightly: answer 401 in place of ${status}. The service reads the status alone, so it takes this call as done.`
  if (status >= 500)
    return "Answer 401 where credentials are missing or can't be verified. A header that is absent and read as null, and an exception of a library, often end as 500."
  return status >= 400
    ? `You refuse it rightly: answer 401 in place of ${status}. The service takes any other 4xx as about the body, and calls on with the same credentials.`
    : "Answer 401 at this address: the service follows no redirect."
}

/** Judges the answer to wrong credentials. `what` completes "a call …". */
export const judgeRefusal = (fund: FundUnderTest, answer: Answer, what: string, root: string): Outcome => {
  const { status } = answer
  if (refusesCaller(answer) || isRefusedByTls(fund, answer)) return pass
  const isMutualTls = fund.profile.authentication.flow === "mutual_tls"
  const hint = wrongStatus(answer)
  const hinted = hint === undefined ? {} : { hint }
  const expected = isMutualTls ? "401 or 403, or no connection." : "401 or 403."
  if (isSuccess(answer) && saysError(answer))
    return failed(answer, {
      cause: `The fund refuses a call ${what} with a success status: only the body says that it is an error.`,
      expected,
      ...hinted,
      root: "a refusal of credentials has a success status"
    })
  if (isSuccess(answer)) return failed(answer, { cause: `The fund accepts a call ${what}.`, expected, root })
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  if (status === null || answer.failure !== null)
    return failed(answer, { cause: `A call ${what} gets no answer.`, expected, ...hinted })
  if (status >= 500)
    return failed(answer, {
      cause: `The fund answers a call ${what} with a server error, so it would be repeated.`,
      expected,
      ...hinted,
      root: "a refusal of credentials is a server error"
    })
  return failed(answer, {
    cause: `The fund answers a call ${what} with another status than 401 or 403, so the service doesn't see that credentials are refused.`,
    expected,
    ...hinted,
    root: "a refusal of credentials has another status"
  })
}

/** A fund that accepts any credentials has one mistake, not one for each kind of wrong credentials. */
export const rootOf = (
  fund: FundUnderTest,
  { body, operation }: Offer,
  answer: Answer,
  root: string
): Effect.Effect<string> =>
  Effect.gen(function* () {
    if (!isSuccess(answer)) return root
    const sent = body()
    const credentials = yield* fund.authorise(operation, sent, "wrong")
    if (credentials === null) return root
    return isSuccess(yield* fund.call(operation, sent, { credentials })) ? ACCEPTED : root
  })

/** Makes a call with tampered credentials, and judges its answer. */
export const callTampered = (
  fund: FundUnderTest,
  offer: Offer,
  tamper: Tamper,
  what: string,
  root = ACCEPTED
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const { operation } = offer
    const body = offer.body()
    const credentials = yield* fund.authorise(operation, body, tamper)
    if (credentials === null) return notApplicable("The agreed authentication has nothing of this kind.")
    const answer = yield* fund.call(operation, body, { credentials })
    return judgeRefusal(fund, answer, what, yield* rootOf(fund, offer, answer, root))
  })
