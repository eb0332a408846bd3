import type * as S from "@embedded-super/contracts/schemas"
import { FaultPlanAnswer } from "@embedded-super/contracts/schemas"
import { NotFound } from "@embedded-super/contracts/problems"
import * as Effect from "effect/Effect"
import { FundCredentials } from "../../funds/FundCredentials.ts"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { simulatorCalls } from "./simulatorCalls.ts"

/** While it is in a fund's plan, the fund refuses the service's credentials. */
const REFUSES = { operation_id: "*", play: "answer_status", status: 401 } as const

const refuses = ({ operation_id, play, status, ...rest }: S.Fault): boolean =>
  operation_id === REFUSES.operation_id &&
  play === REFUSES.play &&
  status === REFUSES.status &&
  Object.keys(rest).length === 0

/**
 * Refuses or accepts the service's credentials at a fund, by one fault before all others in the fund's plan: it answers
 * 401 to every call. The others stay in the plan, and are played again once it has ended.
 *
 * The trap: setting a plan counts its calls from 1 again, so a `from_call` of another fault begins anew.
 */
export const credentialsLever = Effect.gen(function* () {
  const { ask } = yield* simulatorCalls
  const credentials = yield* FundCredentials

  const path = "/_simulator/faults"
  const othersOf = (fund: Simulator) =>
    Effect.map(ask(fund, { method: "GET", path }, FaultPlanAnswer), ({ faults }) =>
      faults.filter((fault) => !refuses(fault))
    )
  const set = (fund: Simulator, faults: ReadonlyArray<typeof S.Fault.Encoded | S.Fault>) =>
    ask(fund, { method: "PUT", path, body: { faults } }, FaultPlanAnswer)

  return {
    refuse: Effect.fnUntraced(function* (fund: Simulator) {
      yield* set(fund, [REFUSES, ...(yield* othersOf(fund))])
    }),

    /** The fund accepts them again; a new version of the same secret makes the service try. */
    accept: Effect.fnUntraced(function* (fund: Simulator, slug: S.Slug) {
      yield* set(fund, yield* othersOf(fund))
      yield* Effect.catchTag(credentials.renew(slug), "OperatorError", ({ problem, remedy }) =>
        Effect.fail(new NotFound({ code: "not_found", detail: `${problem} ${remedy}` }))
      )
    })
  }
})
