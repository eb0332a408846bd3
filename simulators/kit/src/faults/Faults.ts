import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { CannotStart } from "../CannotStart.ts"
import type { DataFolder } from "../folder/DataFolder.ts"
import { makeDurableState } from "../state/DurableState.ts"
import { chooseFault, type FaultyCall, freshPlan, planInForce, PlanState } from "./choose.ts"

const empty = freshPlan({ faults: [] })

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(S.FaultPlan), {
  onExcessProperty: "error",
  errors: "all"
})

const PlanEvent = Schema.TaggedUnion({
  Set: { plan: S.FaultPlan },
  Called: { operation: Schema.String, abn: Schema.NullOr(Schema.String) }
})
type PlanEvent = typeof PlanEvent.Type

const apply = (state: PlanState, event: PlanEvent): PlanState =>
  event._tag === "Set"
    ? freshPlan(event.plan)
    : chooseFault(state, { operation: event.operation, abn: event.abn ?? undefined }).after

/** The faults that a simulator plays on request. The plan, and how much of it was played, survives a kill -9. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Whether the plan has any fault: while it has none, calls needn't be looked at. */
    readonly hasAny: () => boolean
    /** The fault to play on a call. It counts. */
    readonly next: (call: FaultyCall) => Effect.Effect<Option.Option<S.Fault>>
    /** The faults that are not spent. */
    readonly inForce: Effect.Effect<S.FaultPlan>
    readonly set: (plan: S.FaultPlan) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/Faults") {
  /** With a file, its plan is the one to start with, whatever was in force. */
  static readonly layer = (
    file: string | undefined
  ): Layer.Layer<Faults, CannotStart, DataFolder | FileSystem.FileSystem | Path.Path> =>
    Layer.effect(
      Faults,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const given =
          file === undefined
            ? undefined
            : yield* fs.readFileString(file).pipe(
                Effect.mapError(
                  () => new CannotStart({ sentence: `Can't read ${file}. Name another file with --faults.` })
                ),
                Effect.flatMap(decodeFile),
                Effect.mapError((error) =>
                  error._tag === "CannotStart"
                    ? error
                    : new CannotStart({
                        sentence: `${file} is no fault plan: ${error.message
                          .split("\n")
                          .slice(0, 2)
                          .map((line) => line.trim())
                          .join(
                            " "
                          )}. Write it like {"faults":[{"operation_id":"registerMember","play":"answer_status","status":503,"times":2}]}.`
                      })
                )
              )
        const kept = yield* makeDurableState({
          name: "faults",
          state: PlanState,
          event: PlanEvent,
          initial: () => (given === undefined ? empty : freshPlan(given)),
          apply
        })
        const set = (plan: S.FaultPlan) =>
          kept.transact(() => ({ events: [{ _tag: "Set", plan }], answer: undefined }))
        if (given !== undefined) yield* set(given)
        return {
          hasAny: () => kept.peek().plan.faults.length > 0,
          next: (call) =>
            kept.transact((state) => {
              const { index } = chooseFault(state, call)
              return {
                events: [{ _tag: "Called", operation: call.operation, abn: call.abn ?? null }],
                answer: Option.fromUndefinedOr(index === undefined ? undefined : state.plan.faults[index])
              }
            }),
          inForce: Effect.map(kept.get, planInForce),
          set
        }
      })
    )
}
