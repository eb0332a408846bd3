/**
 * The levers of the Workbench, with which a person changes things to see the consequences. Each is an operation of the
 * Workbench API. `clock` has one, `fundLevers` two that need more than a call, `simulatorCalls` reaches the simulators, and
 * `pulling` makes each pull an entry of the time line.
 *
 * Why no rules of their own: a lever does what an operator or a partner could do - an operation of a simulator, the
 * sandbox's own service, an operator's command - so the system reacts as it always does.
 *
 * The trap: a simulator may be stopped. A lever then fails with 503 and changes nothing; only the clock moves
 * nevertheless, because the service's time is the truth.
 */

import { NotFound, type ServiceUnavailable, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { FaultPlanAnswer, ReceiverBehaviourAnswer } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Context from "effect/Context"
import { simulatedEmployers } from "../../employers/simulatedEmployers.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { employerFile, things } from "../../platform/timeline/things.ts"
import { LightMillis } from "../sources/Programs.ts"
import { makeScene } from "../scenes/makeScene.ts"
import { clockLever, durationOf } from "./clock.ts"
import { credentialsLever, employerListLever } from "./fundLevers.ts"
import { leversRepo } from "../WorkbenchRepo.ts"
import { pulling } from "./pulling.ts"
import { simulatorCalls } from "./simulatorCalls.ts"

/** A lever's refusal: no such fund or employer, a simulator that doesn't answer, a value that can't be set. */
export type Refusal = NotFound | ServiceUnavailable | ValidationFailed

/** The levers with which a person changes things in the Workbench. Each is an operation of the Workbench API. */
export class Levers extends Context.Service<
  Levers,
  {
    /** Employers of sandboxed products, for the ATO's lever, by their name. */
    readonly employers: Effect.Effect<ReadonlyArray<{ readonly id: S.EmployerId; readonly name: string }>>
    readonly fundFaults: (slug: S.Slug) => Effect.Effect<S.FaultPlan, NotFound | ServiceUnavailable>
    readonly setFundFaults: (slug: S.Slug, plan: S.FaultPlan) => Effect.Effect<S.FaultPlan, Refusal>
    readonly setPartnerFaults: (
      behaviour: S.ReceiverBehaviour
    ) => Effect.Effect<S.ReceiverBehaviour, ServiceUnavailable | ValidationFailed>
    readonly setAto: (employerId: S.EmployerId, knows: S.SimulatedStapling) => Effect.Effect<void, Refusal>
    /** Moves the service's simulated time and the clock of each simulator that runs. */
    readonly moveClock: (
      advance: S.ClockLever["advance"]
    ) => Effect.Effect<void, ServiceUnavailable | ValidationFailed>
    readonly setFundCredentials: (slug: S.Slug, areAccepted: boolean) => Effect.Effect<void, Refusal>
    readonly sendEmployerList: (
      slug: S.Slug,
      list: S.ListLever["list"]
    ) => Effect.Effect<S.EmployerFileOutcome, Refusal>
    /** Makes a scene of the entries of the time line between two positions. */
    readonly makeScene: (request: S.SceneRequest) => Effect.Effect<S.Scene, ValidationFailed>
  }
>()("@embedded-super/service/workbench/Levers") {}

/** The body without a member number, which is a person's and may be in no entry. The sandbox makes up a missing one. */
const withoutMemberNumber = ({ stapled_fund, ...knows }: S.SimulatedStapling) => ({
  ...knows,
  ...(stapled_fund === undefined ? {} : { stapled_fund: { usi: stapled_fund.usi } })
})

export const LeversLive = Layer.effect(
  Levers,
  Effect.gen(function* () {
    const simulators = yield* simulatorCalls
    const timeoutMillis = yield* LightMillis
    const employers = yield* simulatedEmployers
    const repo = yield* leversRepo
    const pull = yield* pulling
    const clock = yield* clockLever
    const credentials = yield* credentialsLever
    const lists = yield* employerListLever

    const faults = { path: "/_simulator/faults" } as const

    return Levers.of({
      employers: databaseDefects(repo.employers),

      fundFaults: Effect.fn("Levers.fundFaults")(function* (slug) {
        const fund = yield* simulators.fund(slug)
        return yield* Effect.catchTag(
          simulators.ask(fund, { method: "GET", ...faults, timeoutMillis }, FaultPlanAnswer),
          "ValidationFailed",
          Effect.die
        )
      }),

      setFundFaults: Effect.fn("Levers.setFundFaults")(function* (slug, plan) {
        const fund = yield* simulators.fund(slug)
        const pulled = { lever: "setFundFaults", target: slug, name: fund.name, body: plan } as const
        const call = { method: "PUT", ...faults, body: plan } as const
        return yield* pull({ ...pulled, about: things({ fund: slug }) })(
          simulators.ask(fund, call, FaultPlanAnswer)
        )
      }),

      setPartnerFaults: Effect.fn("Levers.setPartnerFaults")(function* (behaviour) {
        const partner = yield* simulators.partner
        const call = { method: "PUT", path: "/_simulator/receiver", body: behaviour } as const
        return yield* pull({
          lever: "setPartnerFaults",
          target: null,
          name: partner.name,
          body: behaviour
        })(simulators.ask(partner, call, ReceiverBehaviourAnswer))
      }),

      setAto: Effect.fn("Levers.setAto")(function* (id, knows) {
        const employer = yield* databaseDefects(repo.employer(id))
        if (employer === undefined) return yield* noEmployer
        yield* pull({
          lever: "setAto",
          target: id,
          name: employer.name,
          body: withoutMemberNumber(knows),
          about: things({ employer: id })
        })(employers.setStapling(employer.product_id, id, knows))
      }),

      moveClock: Effect.fn("Levers.moveClock")(function* (advance) {
        const pulled = { lever: "moveClock", target: null, name: "The clock", body: { advance } } as const
        yield* pull(pulled)(clock.move(durationOf(advance)), (problem) => problem)
      }),

      setFundCredentials: Effect.fn("Levers.setFundCredentials")(function* (slug, areAccepted) {
        const fund = yield* simulators.fund(slug)
        yield* pull({
          lever: "setFundCredentials",
          target: slug,
          name: fund.name,
          body: { are_accepted: areAccepted },
          about: things({ fund: slug })
        })(areAccepted ? credentials.accept(fund, slug) : credentials.refuse(fund))
      }),

      sendEmployerList: Effect.fn("Levers.sendEmployerList")(function* (slug, list) {
        const fund = yield* simulators.fund(slug)
        return yield* pull({
          lever: "sendEmployerList",
          target: slug,
          name: fund.name,
          body: { list },
          about: things({ fund: slug })
        })(
          list === "stale" ? lists.expire(slug) : lists.upload(fund, slug, list),
          ({ detail, is_done }) => (is_done ? null : detail),
          ({ file_name }) => (file_name === undefined ? [] : [employerFile(slug, file_name)])
        )
      }),

      makeScene: yield* makeScene
    })
  })
)

const noEmployer = new NotFound({
  code: "not_found",
  detail: "No sandboxed product has an employer with this id."
})
