import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { notObserved } from "../../../check/outcomes.ts"
import type { FundCheck, FundUnderTest, Offer, Tamper } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel, inTurn, isSuccess } from "../shared/answers.ts"
import { byToken, callTampered, restsOn } from "./refusal.ts"
import { type TokenRow, tokenRows } from "./tokenRows.ts"

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
