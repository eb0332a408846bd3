import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CannotStart } from "../CannotStart.ts"
import { State } from "../state/State.ts"
import { chooseFault, type FaultyCall, freshPlan, planInForce, type PlanState } from "./choose.ts"

const empty = freshPlan({ faults: [] })

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(S.FaultPlan), {
  onExcessProperty: "error",
  errors: "all"
})

interface Row {
  readonly fault: string
  readonly fitted: number
  readonly played: number
  readonly calls: number
}

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
  static readonly layer = (
    file: string | undefined
  ): Layer.Layer<Faults, CannotStart, State | FileSystem.FileSystem> =>
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
        const rows = state.query<Row>(
          "SELECT fault, fitted, played, calls FROM faults, fault_calls ORDER BY place"
        )
        const forget = state.query("DELETE FROM faults")
        const add = state.query("INSERT INTO faults (place, fault, fitted, played) VALUES (?, ?, 0, 0)")
        const count = state.query("UPDATE faults SET fitted = ?, played = ? WHERE place = ?")
        const countCalls = state.query("INSERT OR REPLACE INTO fault_calls (id, calls) VALUES (1, ?)")
        let inForce: PlanState = empty
        const set = (plan: S.FaultPlan) => {
          forget.run()
          for (const [place, fault] of plan.faults.entries()) add.run(place, JSON.stringify(fault))
          countCalls.run(0)
          inForce = freshPlan(plan)
        }
        state.keep({
          tables: {
            faults:
              "place INTEGER PRIMARY KEY, fault TEXT NOT NULL, fitted INTEGER NOT NULL, played INTEGER NOT NULL",
            fault_calls: "id INTEGER PRIMARY KEY CHECK (id = 1), calls INTEGER NOT NULL"
          },
          begin: () => set(given ?? { faults: [] }),
          load: () => {
            const kept = rows.all()
            inForce = {
              plan: { faults: kept.map(({ fault }) => JSON.parse(fault) as S.Fault) },
              counts: kept,
              calls: kept[0]?.calls ?? 0
            }
          }
        })
        if (given !== undefined) state.write(() => set(given))
        return {
          hasAny: () => inForce.plan.faults.length > 0,
          next: (call) =>
            Effect.sync(() => {
              const { after, index } = chooseFault(inForce, call)
              state.write(() => {
                for (const [place, { fitted, played }] of after.counts.entries())
                  count.run(fitted, played, place)
                countCalls.run(after.calls)
              })
              inForce = after
              return Option.fromUndefinedOr(index === undefined ? undefined : after.plan.faults[index])
            }),
          inForce: Effect.sync(() => planInForce(inForce)),
          set: (plan) => Effect.sync(() => state.write(() => set(plan)))
        }
      })
    )
}
