import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CannotStart } from "../CannotStart.ts"
import { State } from "../state/State.ts"
import { settingOf } from "../state/Table.ts"
import { chooseFault, type FaultyCall, freshPlan, planInForce, type PlanState } from "./choose.ts"

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(S.FaultPlan), {
  onExcessProperty: "error",
  errors: "all"
})

/** The faults that a simulator plays on request. The plan, and the number of faults played, survive a kill -9. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Whether the plan has any fault; if not, calls need no check. */
    readonly hasAny: () => boolean
    /** Returns the fault to play on a call, and counts the call. */
    readonly next: (call: FaultyCall) => Effect.Effect<Option.Option<S.Fault>>
    /** The faults that aren't used up. */
    readonly inForce: Effect.Effect<S.FaultPlan>
    readonly set: (plan: S.FaultPlan) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/Faults") {
  /** A file's plan replaces the stored plan at the start. */
  static readonly layer = (file: string | undefined) =>
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
                        sentence: `${file} isn't a fault plan: ${error.message
                          .split("\n")
                          .slice(0, 2)
                          .map((line) => line.trim())
                          .join(
                            " "
                          )}. Write it like {"faults":[{"operation_id":"registerMember","play":"answer_status","status":503,"times":2}]}.`
                      })
                )
              )
        const state = yield* State
        const inForce = settingOf<PlanState>(state, "faults", freshPlan(given ?? { faults: [] }))
        if (given !== undefined) inForce.set(freshPlan(given))
        return {
          hasAny: () => inForce.get().plan.faults.length > 0,
          next: (call) =>
            Effect.sync(() => {
              const { after, index } = chooseFault(inForce.get(), call)
              inForce.set(after)
              return Option.fromUndefinedOr(index === undefined ? undefined : after.plan.faults[index])
            }),
          inForce: Effect.sync(() => planInForce(inForce.get())),
          set: (plan) => Effect.sync(() => inForce.set(freshPlan(plan)))
        }
      })
    )
}
