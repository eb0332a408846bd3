import type { NotFound, ServiceUnavailable, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

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
