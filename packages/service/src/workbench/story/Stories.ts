/**
 * The story of one thing: all entries about it, and all that those caused, in causal order, with a reason for each gap.
 * `inOrder` has the order and the depths, `gap` the reasons; its state comes from `WorkbenchState`.
 *
 * Why also what they caused: a fund's own entry of a registration doesn't name the session, but its cause does.
 *
 * The trap: gaps are explained by the entries alone. A story must read the same when its thing is gone.
 */

import type * as S from "@embedded-super/contracts/schemas"
import type { TimelineEntry, TimelineThing } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { isNoise } from "@embedded-super/pages/kinds/noise"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { gapBefore } from "./gap.ts"
import { type ThingState, WorkbenchState } from "../state/WorkbenchState.ts"
import { WITHOUT_NUMBER } from "../state/BoardsRepo.ts"

/** The deepest level that is shown. */
const DEEPEST = 50

/** The entries, and those of the others that they caused, directly or not. */
export const withEffects = (
  entries: ReadonlyArray<TimelineEntry>,
  others: ReadonlyArray<TimelineEntry>
): ReadonlyArray<TimelineEntry> => {
  const byParent = Map.groupBy(others, ({ parent_id }) => parent_id)
  const found = new Map(entries.map((entry) => [entry.seq, entry]))
  // A Map also visits entries that are added during the visit: the effects of effects.
  for (const { span_id } of found.values()) {
    if (span_id === null) continue
    for (const effect of byParent.get(span_id) ?? [])
      if (!found.has(effect.seq)) found.set(effect.seq, effect)
  }
  return [...found.values()]
}

/** One entry, and how many causes it has among the others. */
export interface Placed {
  readonly depth: number
  readonly entry: TimelineEntry
}

/** The oldest first; a cause before its effects, also of the same microsecond. */
export const inOrder = (entries: ReadonlyArray<TimelineEntry>): ReadonlyArray<Placed> => {
  const bySpan = new Map(entries.map((entry) => [entry.span_id, entry]))
  const depthOf = ({ parent_id }: TimelineEntry): number => {
    let depth = 0
    for (let parent = parent_id; parent !== null && depth < DEEPEST; depth += 1) {
      const cause = bySpan.get(parent)
      if (cause === undefined) break
      parent = cause.parent_id
    }
    return depth
  }
  return entries
    .map((entry) => ({ depth: depthOf(entry), entry }))
    .toSorted(
      (one, other) =>
        one.entry.began_us - other.entry.began_us ||
        one.depth - other.depth ||
        one.entry.seq - other.entry.seq
    )
}

const troubled: ReadonlySet<TimelineEntry["outcome"]> = new Set(["refused", "failed", "stopped"])

/**
 * The outcome so far in one sentence, so that a reader needn't look for it among hundreds of steps: the reason of a thing's
 * wait; else the reason why it has no member number; else its last change; else its last entry. Null if no entry qualifies.
 */
export const outcomeOf = (
  { id }: TimelineThing,
  { state, waits }: Pick<ThingState, "state" | "waits">,
  entries: ReadonlyArray<TimelineEntry>
): string | null => {
  const [wait] = waits
  if (wait !== undefined) return wait.because
  if ((state as string | null) === WITHOUT_NUMBER) {
    const refusal = entries.findLast(({ kind, outcome }) => kind === "fund_called" && troubled.has(outcome))
    return refusal === undefined
      ? "No member number: no call to the fund that is kept here says why."
      : `No member number: ${refusal.summary}`
  }
  const changed = entries.findLast(
    ({ about, outcome }) => outcome === "changed" && about.some((thing) => thing.id === id)
  )
  const last = changed ?? entries.findLast((entry) => entry.outcome !== "noted" && !isNoise(entry))
  return last?.summary ?? null
}

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
