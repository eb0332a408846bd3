import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { describeCause } from "../telemetry/describeCause.ts"
import { things } from "../timeline/things.ts"
import { type Thing, Timeline, type TimelineShape } from "../timeline/Timeline.ts"

/** The kinds of the things that a job names, by the name in its payload. A wake-up of an endpoint isn't noted. */
const KINDS: Readonly<Record<string, string>> = {
  call_id: "fund_call",
  session_id: "choice_form",
  issue_id: "employer_issue",
  fund_id: "fund"
}

const thingsOf = (value: unknown): ReadonlyArray<Thing> =>
  Predicate.isObject(value)
    ? Object.entries(value).flatMap(([name, id]) => {
        const kind = KINDS[name]
        return kind !== undefined && Predicate.isString(id) ? things({ [kind]: id }) : []
      })
    : []

/** The failure as text, without data that people sent. */
const problemIn = (cause: Cause.Cause<unknown>): string => {
  const [first] = describeCause(cause)
  if (first === undefined) return "it was interrupted"
  return [first.error, first.message ?? first.reason]
    .filter((text) => text !== undefined)
    .join(": ")
    .slice(0, 300)
}

/** Runs a job as a step that its thing caused, and notes its failure. */
export const notedJob = <E, R>(
  timeline: TimelineShape,
  job: string,
  value: unknown,
  handling: Effect.Effect<void, E, R>
): Effect.Effect<void, E, R> => {
  const about = thingsOf(value)
  const failed = Effect.tapCause(
    about.length === 0 ? handling : timeline.step({ cause: about })(handling),
    (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : timeline.note({
            kind: "job_failed",
            detail: { job, problem: problemIn(cause) },
            about,
            cause: about
          })
  )
  return failed
}

/** Notes that one of the things of a sweep couldn't be processed. */
export const noteFailedWork = (work: string, id: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.flatMap(Timeline, ({ isOn, note }) =>
    isOn
      ? note({
          kind: "work_failed",
          detail: { work, problem: problemIn(cause) },
          about: [{ kind: "thing", id }]
        })
      : Effect.void
  )
