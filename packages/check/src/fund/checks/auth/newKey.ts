import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { inTurn, isSuccess, notReached, warned } from "../shared/answers.ts"

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
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow === "jwt" || "The fund agreed on another authentication than a token for each call.",
  run: (fund) =>
    inTurn(fund.callable().slice(0, 1), ({ body, operation }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const before = yield* fund.call(operation, body())
          if (!isSuccess(before)) return notObserved("The fund accepts no call with the present key.")
          if (!(yield* fund.rotateKey))
            return notObserved("This program doesn't make the key itself, or the profile names one key_id.")
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
