import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** What a story says of its thing besides what happened. */
export type ThingState = Pick<S.WorkbenchStory, "title" | "state" | "next_states" | "waits">

/** The things of the service by their state, and the work that waits. Everything in it is masked. */
export class WorkbenchState extends Context.Service<
  WorkbenchState,
  {
    readonly boards: Effect.Effect<ReadonlyArray<S.WorkbenchBoard>>
    /** The longest wait first. */
    readonly waiting: Effect.Effect<ReadonlyArray<S.WaitingWork>>
    /** One thing; undefined if it has no state, or isn't known. */
    readonly of: (thing: S.TimelineThing) => Effect.Effect<ThingState | undefined>
  }
>()("@embedded-super/service/workbench/WorkbenchState") {}
