import * as Effect from "effect/Effect"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { Answer, Credentials, FundUnderTest, Offer, Tamper } from "../../FundUnderTest.ts"

/** A call and the credentials that it was made with. */
export interface Authorised {
  readonly answer: Answer
  readonly credentials: Credentials
}

/**
 * Makes a call with credentials that the check knows; null if the flow can't make such ones. A repeat has new ones: a fund
 * may take a token once only.
 */
export const callAuthorised = (
  fund: FundUnderTest,
  operation: Offer["operation"],
  body: unknown,
  { idempotencyKey, tamper }: { readonly idempotencyKey?: string | null; readonly tamper?: Tamper }
): Effect.Effect<Authorised | null> =>
  Effect.gen(function* () {
    let credentials = yield* fund.authorise(operation, body, tamper)
    if (credentials === null) return null
    let used = credentials
    const options = {
      once: true,
      idempotencyKey: idempotencyKey ?? (operation === "lookup" ? null : uuidV7())
    }
    const answer = yield* fund.patiently(
      Effect.gen(function* () {
        used = credentials ?? (yield* fund.authorise(operation, body, tamper)) ?? used
        credentials = null
        return yield* fund.call(operation, body, { ...options, credentials: used })
      })
    )
    return { answer, credentials: used }
  })
