/** Tokens that the service signs as agreed: by a clock that differs, used a second time, by a new key. */
import * as Effect from "effect/Effect"
import { type Outcome, notApplicable, notObserved, pass } from "../../../check/Check.ts"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { Answer, Credentials, FundCheck, FundUnderTest, Offer, Tamper } from "../../FundUnderTest.ts"
import {
  atEachOperation,
  atLevel,
  ifAccepted,
  inTurn,
  isSuccess,
  notReached,
  warned
} from "../shared/answers.ts"
import { byToken, judgeRefusal, rootOf } from "./refusal.ts"

/** A call and the credentials that it was made with. */
interface Authorised {
  readonly answer: Answer
  readonly credentials: Credentials
}

/**
 * Makes a call with credentials that the check knows; null if the flow can't make such ones. A repeat has new ones: a fund
 * may take a token once only.
 */
const callAuthorised = (
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

/** Clocks of two companies differ. Tokens live for two minutes, so half a minute leaves enough of it. */
const clocks = [
  { tamper: "clock_ahead", words: "ahead of" },
  { tamper: "clock_behind", words: "behind" }
] as const

const judgeClock = (
  fund: FundUnderTest,
  { body, operation }: Offer,
  { tamper, words }: (typeof clocks)[number]
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const called = yield* callAuthorised(fund, operation, body(), { tamper })
    if (called === null) return notApplicable("There is no token.")
    const { answer } = called
    return isSuccess(answer)
      ? pass
      : (notReached(answer) ??
          warned(answer, {
            cause: `The fund refuses a token of a clock that is half a minute ${words} its own.`,
            expected: "2xx.",
            root: "clocks may not differ"
          }))
  })

export const clockSkew: FundCheck = {
  id: "AUTH-5-19",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: "The fund accepts tokens of a clock that differs from its own by half a minute.",
  hint: "Allow clocks to differ by 60 seconds when you check iat, nbf and exp. Libraries call it leeway or clock tolerance, and many have none by default.",
  modes: ["dev", "certify", "probe"],
  appliesTo: byToken,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      ifAccepted(
        fund,
        offer,
        inTurn(clocks, (clock) => judgeClock(fund, offer, clock))
      )
    )
}

const USED_BEFORE = "whose token was used before (jti)"

/** Some keep a jti for a moment only, to refuse a call that is sent twice. */
const A_MOMENT = "1 second"

export const replayedToken: FundCheck = {
  id: "AUTH-5-11",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: `The fund answers 401 or 403 to a call ${USED_BEFORE}.`,
  hint: "Keep the jti of each token until its exp, for all instances together, and refuse a token whose jti you have.",
  modes: ["dev", "certify", "probe"],
  appliesTo: byToken,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      Effect.gen(function* () {
        const { operation } = offer
        const body = offer.body()
        const idempotencyKey = operation === "lookup" ? null : uuidV7()
        const called = yield* callAuthorised(fund, operation, body, { idempotencyKey })
        if (called === null) return notApplicable("There is no token.")
        const { answer: first, credentials } = called
        if (!isSuccess(first))
          return (
            notReached(first) ??
            notObserved("A call with a right token isn't accepted, so its repeat says nothing.")
          )
        // The whole call again: the token may be bound to its body.
        const again = yield* fund.call(operation, body, { credentials, idempotencyKey })
        const root = yield* rootOf(fund, offer, again, "jti isn't checked")
        const atOnce = atLevel("SHOULD", judgeRefusal(fund, again, USED_BEFORE, root))
        if (atOnce.verdict !== "pass" || offer.operation !== fund.callable()[0]?.operation) return atOnce
        yield* Effect.sleep(A_MOMENT)
        const later = yield* fund.call(operation, body, { credentials, idempotencyKey })
        return atLevel(
          "SHOULD",
          judgeRefusal(
            fund,
            later,
            "whose token was used a second before (jti)",
            "jti is forgotten before exp"
          )
        )
      })
    )
}

/** Libraries fetch a JWKS again after half a minute at the earliest. */
const waits = ["0 seconds", "31 seconds"] as const

export const newKey: FundCheck = {
  id: "AUTH-5-17",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: "The fund fetches the JWKS again when a token names a key that it doesn't know.",
  hint: "Fetch the JWKS again for an unknown kid, at most every half minute: who reads it once refuses every call after the service has changed its key. Libraries limit how often they fetch it, and a token with a kid that nobody has uses the limit up: shorten its window to half a minute (keyfunc for Go has five minutes).",
  modes: ["dev", "certify"],
  timeLimit: "2 minutes",
  appliesTo: byToken,
  lacks: ({ profile: { authentication }, rotateKey }) => {
    if (rotateKey !== undefined) return undefined
    return authentication.flow === "jwt" && authentication.key_id !== undefined
      ? "authentication.key_id of the profile names the one key, so the kit makes no second one. Leave it out."
      : "The key was given, so the kit makes no second one. Without a secret it makes keys of its own."
  },
  run: (fund) =>
    inTurn(fund.callable().slice(0, 1), ({ body, operation }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const before = yield* fund.call(operation, body())
          if (!isSuccess(before)) return notObserved("The fund accepts no call with the present key.")
          yield* fund.rotateKey ?? Effect.void
          for (const wait of waits) {
            yield* Effect.sleep(wait)
            const answer = yield* fund.call(operation, body())
            if (isSuccess(answer)) return pass
            if (wait === waits[1])
              return (
                notReached(answer) ??
                warned(answer, {
                  cause:
                    "The fund refuses a token of a new key, also half a minute after the JWKS has the key: it doesn't fetch the JWKS again, or not so soon.",
                  expected: "2xx: the key is in the JWKS, beside the old one."
                })
              )
          }
          return pass
        })
      )
    )
}
