import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, inTurn, isClientError, isSuccess, notReached, together, warned } from "../shared/answers.ts"
import {
  found,
  type Known,
  known,
  lacksAbns,
  lacksEachAbn,
  live,
  matches,
  restsOn,
  saysNoMatch
} from "./match.ts"

const REPEATS = 6

const both = ["matching_abn", "unknown_abn"] as const satisfies ReadonlyArray<Known>

const any = [...both, "former_employer_abn"] as const

const repeated = (fund: FundUnderTest, abn: string): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const first = yield* fund.lookUp({ abn })
    if (!matches(first) && !saysNoMatch(first))
      return notObserved("The fund doesn't answer a lookup with employer_found.")
    for (let repeat = 1; repeat < REPEATS; repeat++) {
      const answer = yield* fund.lookUp({ abn })
      if (!isSuccess(answer) || found(answer) !== found(first))
        return failed(answer, {
          cause: "The fund answers the same lookup in different ways.",
          expected: "The same answer each time, as long as the fund's records are the same.",
          actual: "Another answer."
        })
    }
    return pass
  })

export const steady: FundCheck = {
  id: "LOOKUP-2.5-10",
  level: "MUST",
  requirement: "R-2.5-3",
  title: "The same lookup has the same answer each time.",
  hint: "Answer from one source. Instances with caches of their own, or a replica that is behind, answer in different ways.",
  modes: ["dev", "certify"],
  appliesTo: live,
  lacks: lacksEachAbn(...both),
  restsOn,
  run: (fund) =>
    together(
      both.flatMap((name) => known(fund, name) ?? []),
      (abn) => repeated(fund, abn)
    )
}

const timely = (fund: FundUnderTest, abn: string): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const first = yield* fund.lookUp({ abn })
    if (matches(first) || saysNoMatch(first)) return pass
    if (first.failure !== "timeout")
      return notReached(first) ?? notObserved("The fund doesn't answer a lookup with employer_found.")
    // A first call may wait for a cold start.
    const second = yield* fund.lookUp({ abn })
    return second.failure === "timeout"
      ? failed(second, {
          cause: "The fund answers a lookup later than after 2.5 seconds.",
          expected: "An answer within 2.5 seconds, the connection included.",
          root: "late answers"
        })
      : warned(first, {
          cause: "The fund's first lookup took longer than 2.5 seconds.",
          expected: "An answer within 2.5 seconds, also after a pause."
        })
  })

export const inTime: FundCheck = {
  id: "LOOKUP-2.5-11",
  level: "MUST",
  requirement: "D-employer-lookup",
  title: "A lookup is answered within 2.5 seconds.",
  hint: "Search by an index, and set a time limit of your own below 2.5 seconds for what the answer needs. After a late answer the employer isn't shown your fund.",
  modes: ["dev", "certify", "probe"],
  appliesTo: live,
  lacks: lacksEachAbn(...any),
  evenIfSilent: true,
  run: (fund) =>
    inTurn(
      any.flatMap((name) => known(fund, name) ?? []),
      (abn) => timely(fund, abn)
    )
}

export const spaces: FundCheck = {
  id: "LOOKUP-2.5-12",
  level: "SHOULD",
  requirement: "R-7-1",
  title: "A lookup with spaces in the ABN is answered 400, or another 4xx.",
  hint: "Validate the ABN: eleven digits. The service never sends another form, so such a call isn't from it.",
  modes: ["dev", "certify"],
  appliesTo: live,
  lacks: lacksAbns("matching_abn"),
  run: (fund) =>
    Effect.gen(function* () {
      const abn = known(fund, "matching_abn") ?? ""
      const usual = yield* fund.lookUp({ abn })
      if (!isSuccess(usual)) return notObserved("The fund doesn't accept the usual lookup.")
      const spaced = abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
      const answer = yield* fund.lookUp({ abn: spaced })
      if (isClientError(answer)) return pass
      return (
        notReached(answer) ??
        warned(answer, {
          cause: isSuccess(answer)
            ? "The fund accepts an ABN with spaces."
            : "The fund answers an ABN with spaces with a server error or not at all.",
          expected: "400, or another 4xx."
        })
      )
    })
}
