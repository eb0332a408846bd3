import type * as S from "@embedded-super/contracts/schemas"
import { EmployerFileOutcomeAnswer, FaultPlanAnswer } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { NotFound } from "@embedded-super/contracts/problems"
import { fundsRepo } from "../../funds/FundsRepo.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { clockLever } from "./clock.ts"
import { simulatorCalls } from "./simulatorCalls.ts"
import { leversRepo } from "../WorkbenchRepo.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"

/** The simulator waits a minute for the service's result. */
const UPLOAD_MILLIS = 70_000

/** The list of employers that a fund sends: a good one, a broken one, or none until the last one is too old. */
export const employerListLever = Effect.gen(function* () {
  const { ask } = yield* simulatorCalls
  const clock = yield* clockLever
  const funds = yield* fundsRepo
  const repo = yield* leversRepo

  /** The form that was agreed with the fund; plain if it supplies no list, which the service then says. */
  const formatOf = (slug: S.Slug) =>
    Effect.map(funds.findBySlug(slug), (found) => {
      const agreed = Option.getOrUndefined(Option.map(found, ({ profile }) => agreedList(profile)))
      return agreed?.format === "hashed" ? (agreed.salted === true ? "salted" : "hashed") : "plain"
    })

  return {
    upload: Effect.fnUntraced(function* (fund: Simulator, slug: S.Slug, list: "good" | "broken") {
      const body = { format: yield* formatOf(slug), ...(list === "broken" ? { flaw: "bad_rows" } : {}) }
      const path = "/_simulator/employer-files"
      const call = { method: "POST", path, body, timeoutMillis: UPLOAD_MILLIS } as const
      return yield* ask(fund, call, EmployerFileOutcomeAnswer)
    }, databaseDefects),

    /** Moves the clock until the list in force is too old to match anything. */
    expire: Effect.fnUntraced(function* (slug: S.Slug) {
      const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
      const list = fund === undefined ? undefined : yield* repo.listInForce(fund.id)
      if (fund === undefined || list === undefined) return outcome(false, NO_LIST)
      if (list.seconds_left <= 0) return outcome(true, `The list of ${fund.name} is too old already.`)
      const ahead = Duration.seconds(list.seconds_left)
      const problem = yield* clock.move(ahead)
      const moved = `The clock was moved ${Duration.format(ahead)} ahead. The list of ${fund.name} is too old now: it matches no employer.`
      return outcome(true, [moved, ...(problem === null ? [] : [problem])].join(" "))
    }, databaseDefects)
  }
})

const NO_LIST = "No list of this fund is in force, so none can become too old. Send a good list first."

const outcome = (is_done: boolean, sentence: string): S.EmployerFileOutcome => ({
  is_done,
  detail: shortText(sentence)
})

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
