import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { fundsRepo } from "../../funds/FundsRepo.ts"
import { isUuid } from "../../platform/ids/newId.ts"

/** The fund that an entry names by its slug, or by its id in an old entry; none if it isn't loaded. */
export const fundOfThing = Effect.map(
  fundsRepo,
  (funds) => (id: string) => (isUuid(id) ? funds.find(id as S.FundId) : funds.findBySlug(id))
)

/** The part of a story about its thing, without the outcome and the steps. */
export type ThingState = Pick<S.WorkbenchStory, "title" | "remote_id" | "state" | "next_states" | "waits">

/** The things of the service by their state, and the work that waits. Everything in it is masked. */
export class WorkbenchState extends Context.Service<
  WorkbenchState,
  {
    readonly boards: Effect.Effect<ReadonlyArray<S.WorkbenchBoard>>
    /** The longest wait first. */
    readonly waiting: Effect.Effect<ReadonlyArray<S.WaitingWork>>
    /** One thing; undefined if it has no state, or isn't known. */
    readonly of: (thing: S.TimelineThing) => Effect.Effect<ThingState | undefined>
    /** The thing with this id, of any kind that has a state; undefined if there is none. */
    readonly thingOf: (id: string) => Effect.Effect<S.TimelineThing | undefined>
    /** Where a fund is called, and where a product's webhooks go: scheme, host and port; undefined if it isn't known. */
    readonly fundAt: (slug: string, operation: string) => Effect.Effect<string | undefined>
    readonly receiverOf: (productId: string) => Effect.Effect<string | undefined>
    /** The ids of the things that a text names, by a partner's own ids, or the name of an employer or a fund. */
    readonly named: (text: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@embedded-super/service/workbench/WorkbenchState") {}
