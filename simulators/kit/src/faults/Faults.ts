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

/** A plan in force: its faults, and for each the number of calls that matched and the number of times it was played. */
export interface PlanState {
  readonly plan: S.FaultPlan
  readonly counts: ReadonlyArray<{ readonly fitted: number; readonly played: number }>
  /** The number of calls since the plan was set; it seeds the draw for faults with a share. */
  readonly calls: number
}

const freshPlan = (plan: S.FaultPlan): PlanState => ({
  plan,
  counts: plan.faults.map(() => ({ fitted: 0, played: 0 })),
  calls: 0
})

/** A call that a fault may affect. */
export interface FaultyCall {
  readonly operation: string
  readonly abn: string | undefined
}

/** A pseudo-random number from 0 to 100 for the n-th call, the same in every run (mulberry32). */
const lotOf = (call: number): number => {
  let a = (call * 0x9e3779b9 + 0x6d2b79f5) | 0
  a = Math.imul(a ^ (a >>> 15), a | 1)
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61)
  return (((a ^ (a >>> 14)) >>> 0) / 2 ** 32) * 100
}

const isSpent = (fault: S.Fault, played: number): boolean =>
  fault.times !== undefined && played >= fault.times

const fits = (fault: S.Fault, { abn, operation }: FaultyCall): boolean =>
  (fault.operation_id === "*" || fault.operation_id === operation) &&
  (fault.abn === undefined || fault.abn === abn)

/** Returns the index in the plan of the fault to play on a call, and the plan's state after it. */
const chooseFault = (
  state: PlanState,
  call: FaultyCall
): { readonly index: number | undefined; readonly after: PlanState } => {
  const lot = lotOf(state.calls)
  let shares = 0
  let index: number | undefined
  const counts = state.plan.faults.map((fault, place) => {
    const { fitted, played } = state.counts[place]!
    if (!fits(fault, call) || isSpent(fault, played)) return { fitted, played }
    const isDue = fitted + 1 >= (fault.from_call ?? 1)
    const from = shares
    if (isDue && fault.share !== undefined) shares += fault.share
    const isDrawn = fault.share === undefined || (lot >= from && lot < shares)
    if (index !== undefined || !isDue || !isDrawn) return { fitted: fitted + 1, played }
    index = place
    return { fitted: fitted + 1, played: played + 1 }
  })
  return { index, after: { plan: state.plan, counts, calls: state.calls + 1 } }
}

/** The faults still in force: used-up faults are removed, and the others have their remaining times. */
const planInForce = ({ counts, plan }: PlanState): S.FaultPlan => ({
  faults: plan.faults.flatMap((fault, place) => {
    const { played } = counts[place]!
    if (isSpent(fault, played)) return []
    return [fault.times === undefined ? fault : { ...fault, times: fault.times - played }]
  })
})

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
