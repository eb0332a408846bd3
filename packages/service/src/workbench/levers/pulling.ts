import { type LeverBodies, type LeverName, LONGEST_BODY } from "@embedded-super/pages/kinds/levers"
import * as Effect from "effect/Effect"
import { machineNow } from "../../platform/timeline/things.ts"
import { type Thing, Timeline } from "../../platform/timeline/Timeline.ts"

/** A lever, as the time line shows it. */
export interface Pulled<Lever extends LeverName> {
  readonly lever: Lever
  /** The target, as in the lever's path; null if the lever has only one. */
  readonly target: string | null
  /** The target for people. */
  readonly name: string
  readonly body: LeverBodies[Lever]
  readonly about?: ReadonlyArray<Thing>
}

/**
 * Pulls a lever as one step of the time line: everything that the work causes in this process has the lever's entry as
 * its cause. A lever that fails changed nothing, and isn't noted.
 *
 * `problemIn` returns the part of the finished work that failed. `makesOf` names the things that other
 * processes know it by.
 */
export const pulling = Effect.map(
  Timeline,
  (timeline) =>
    <Lever extends LeverName>({ about = [], body, lever, name, target }: Pulled<Lever>) =>
    <A, E, R>(
      work: Effect.Effect<A, E, R>,
      problemIn: (done: A) => string | null = () => null,
      makesOf: (done: A) => ReadonlyArray<Thing> = () => []
    ) =>
      timeline.step({})(
        Effect.suspend(() => {
          const beganAt = machineNow()
          return Effect.tap(work, (done) => {
            const text = JSON.stringify(body)
            const kept = text.length > LONGEST_BODY ? null : text
            return timeline.note({
              kind: "lever_pulled",
              detail: { lever, target, name, body: kept, problem: problemIn(done) },
              about,
              makes: makesOf(done),
              to: name,
              isStep: true,
              beganAt,
              durationMillis: machineNow() - beganAt
            })
          })
        })
      )
)
