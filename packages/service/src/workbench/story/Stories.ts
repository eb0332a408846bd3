/**
 * The story of one thing: all entries about it, and all that those caused, in causal order, with a reason for each gap.
 * `inOrder` has the order and the depths, `gap` the reasons; its state comes from `WorkbenchState`.
 *
 * Why also what they caused: a fund's own entry of a registration doesn't name the session, but its cause does.
 *
 * The trap: gaps are explained by the entries alone. A story must read the same when its thing is gone.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { type ThingState, WorkbenchState } from "../WorkbenchState.ts"
import { gapBefore } from "./gap.ts"
import { inOrder, withEffects } from "./inOrder.ts"
import { outcomeOf } from "./outcome.ts"

/** The most steps that a story has; the latest are kept. */
const MOST = 500

export class Stories extends Context.Service<
  Stories,
  {
    /** The story of the thing with this id; none if no entry is about it, and it has no state. */
    readonly of: (id: string) => Effect.Effect<Option.Option<S.WorkbenchStory>>
  }
>()("@embedded-super/service/workbench/story/Stories") {
  static readonly layer = Layer.effect(
    Stories,
    Effect.gen(function* () {
      const reader = yield* TimelineReader
      const state = yield* WorkbenchState

      const of = Effect.fn("Workbench.story")(function* (id: string) {
        const direct = yield* reader.about(id)
        // A thing that nothing happened to yet has its state, too: the boards link to it.
        const thing =
          direct.flatMap(({ about }) => about).find((one) => one.id === id) ?? (yield* state.thingOf(id))
        if (thing === undefined) return Option.none<S.WorkbenchStory>()
        const traces = new Set(direct.map(({ trace_id }) => trace_id).filter((trace) => trace !== null))
        const related = yield* Effect.forEach(traces, reader.byTrace)
        const steps = inOrder(withEffects(direct, related.flat())).slice(-MOST)
        const shown: ThingState = (yield* state.of(thing)) ?? {
          title: shortText(
            `${thing.kind.replaceAll("_", " ")} ${id}`.replace(/^./, (first) => first.toUpperCase())
          ),
          remote_id: null,
          state: null,
          next_states: [],
          waits: []
        }
        const outcome = outcomeOf(
          thing,
          shown,
          steps.map(({ entry }) => entry)
        )
        return Option.some<S.WorkbenchStory>({
          ...shown,
          outcome: outcome === null ? null : shortText(outcome),
          thing,
          steps: steps.map(({ depth, entry }, index) => {
            const gap = gapBefore(
              entry,
              steps.slice(0, index).map((step) => step.entry)
            )
            return { gap: gap === undefined ? null : shortText(gap), depth, entry }
          })
        })
      })
      return Stories.of({ of })
    })
  )
}
