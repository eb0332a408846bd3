/**
 * A run that pages show while it runs: the Workbench and the fund simulator's inspector begin one and show where it is.
 * One run at a time; the report of the last one stays until the next begins.
 *
 * The trap: findings are shown only from the report, where they are masked. Progress gives counts alone.
 */
import type { CheckReport, CheckResult, ShortText, WorkbenchCheck } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { shortText } from "../report/shortText.ts"
import type { Progress } from "./RunRequest.ts"
import { countsOf } from "./findingsOf.ts"

/** A run; its failure is a sentence for the page. */
export type Runs = (
  onProgress: (progress: Progress) => Effect.Effect<void>
) => Effect.Effect<CheckReport, string>

export interface WatchedRun {
  readonly now: () => WorkbenchCheck
  /** The report of the last run; undefined until it has ended. */
  readonly report: () => CheckReport | undefined
  /** Begins a run and doesn't wait for it. While one runs, it does nothing. */
  readonly begin: (runs: Runs) => Effect.Effect<void>
}

const idle: WorkbenchCheck = {
  state: "never",
  started_at: null,
  group: null,
  checks: 0,
  checks_ended: 0,
  groups: [],
  verdict: null,
  counts: null,
  findings: [],
  problem: null
}

const after = (shown: WorkbenchCheck, progress: Progress): WorkbenchCheck => {
  switch (progress.event) {
    case "run_started":
      return { ...shown, checks: progress.checks }
    case "group_started":
      return { ...shown, group: shortText(progress.group) }
    case "check_ended":
      return { ...shown, checks_ended: shown.checks_ended + 1 }
    case "group_ended": {
      const [first] = progress.results
      if (first === undefined) return shown
      const group = {
        name: first.group as CheckResult["group"],
        title: shortText(progress.title),
        counts: countsOf(progress.results)
      }
      return { ...shown, groups: [...shown.groups, group] }
    }
  }
}

const ended = (shown: WorkbenchCheck, { counts, findings, verdict }: CheckReport): WorkbenchCheck => ({
  ...shown,
  state: "ended",
  group: null,
  verdict,
  counts,
  findings
})

const UNEXPECTED =
  "The check ended with a fault of the kit's own, which isn't the fund's. The program's log has more; press the button to try again." as ShortText

/** Runs end with the scope. */
export const watchedRun: Effect.Effect<WatchedRun, never, Scope> = Effect.gen(function* () {
  const scope = yield* Effect.scope
  let shown = idle
  let report: CheckReport | undefined

  const run = (runs: Runs) =>
    runs((progress) => Effect.sync(() => (shown = after(shown, progress)))).pipe(
      Effect.match({
        onSuccess: (made) => {
          report = made
          shown = ended(shown, made)
        },
        onFailure: (sentence) => {
          shown = { ...idle, state: "not_run", problem: shortText(sentence) }
        }
      }),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.sync(() => (shown = { ...idle, state: "not_run", problem: UNEXPECTED })),
          Effect.logError("A check ended unexpectedly", defect)
        )
      )
    )

  return {
    now: () => shown,
    report: () => report,
    begin: Effect.fnUntraced(function* (runs) {
      if (shown.state === "running") return
      report = undefined
      const now = new Date(yield* Clock.currentTimeMillis).toISOString() as WorkbenchCheck["started_at"]
      shown = { ...idle, state: "running", started_at: now }
      yield* Effect.forkIn(run(runs), scope)
    })
  }
})
