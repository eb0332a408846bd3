/**
 * Runs a kit against one subject: group after group, and in a group one check after another, except that checks which say that
 * they are independent run side by side in the mode `dev`, across groups if the kit says so. Certifying runs have one order, and
 * a probe makes no more calls at one time than a person would.
 *
 * The trap: a run always ends with a report. A check has a time limit, and so has the run, which also ends when the subject no
 * longer answers. A check that is cut off is an `error`, which makes the run incomplete and never fails the subject.
 */
import type { CheckMode, CheckReport, CheckResult } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Check, type CheckGroup, type Kit, errorOfKit, isFailed, rootOf } from "../check/Check.ts"
import type { Exchanges } from "../exchange/Exchange.ts"
import { type Draws, drawsOf, watched } from "./Draws.ts"
import type { Judged } from "./findingsOf.ts"
import { type Aliveness, isSilent, makeAliveness, stoppedHint } from "./aliveness.ts"
import { reportOf, type Subject } from "./reportOf.ts"
import { resultOf } from "./resultOf.ts"
import { runCheck } from "./runCheck.ts"
import type { RunRequest, Progress } from "./RunRequest.ts"
import { startStopwatch } from "./Stopwatch.ts"

/**
 * Reports the groups of a run in their order, also where groups overlap: one that has ended before an earlier one is
 * reported after it.
 */
const groupProgress = <World>(
  groups: ReadonlyArray<CheckGroup<World>>,
  onProgress: (progress: Progress) => Effect.Effect<void>
) => {
  const ended = new Map<string, CheckResult>()
  let begun = 0
  let reported = 0

  const begins = (group: CheckGroup<World>) =>
    Effect.gen(function* () {
      while (begun <= groups.indexOf(group)) {
        const { checks, name, title } = groups[begun++]!
        yield* onProgress({ event: "group_started", group: name, title, checks: checks.length })
      }
    })

  const reports = Effect.gen(function* () {
    while (reported < begun) {
      const { checks, name, title } = groups[reported]!
      const results = checks.flatMap(({ id }) => ended.get(id) ?? [])
      if (results.length < checks.length) return
      reported++
      yield* onProgress({ event: "group_ended", group: name, title, results })
    }
  })

  const ends = (result: CheckResult) =>
    Effect.gen(function* () {
      ended.set(result.id, result)
      yield* onProgress({ event: "check_ended", result })
      yield* reports
    })

  return { begins, ends }
}

/** The options of a run. `names` are for the report: `select` has left the other checks out of the kit. */
export interface RunOptions<World> extends RunRequest {
  readonly kit: Kit<World>
  /** The world as one check sees it: its random values come from `draws`. */
  readonly worldOf: (draws: Draws, check: Check<World>) => World
  readonly subject: Subject
  /** Where the kit's caller records its calls. */
  readonly exchanges: Exchanges
  /** Left out, 15 minutes. */
  readonly timeLimit?: Duration.Input
  /** Says whether the subject still runs. Left out, no run ends because it doesn't. */
  readonly aliveness?: Aliveness
}

const inWords = (limit: Duration.Duration): string => {
  const minutes = Duration.toMinutes(limit)
  return Number.isInteger(minutes) && minutes > 1
    ? `${minutes} minutes`
    : `${Duration.toSeconds(limit)} seconds`
}

const SIDE_BY_SIDE = 4

interface Placed<World> {
  readonly check: Check<World>
  readonly group: CheckGroup<World>
}

/** Neighbours that may run side by side are one batch; every other check is one of its own. */
const batchesOf = <World>(
  { groups, groupsOverlap = false }: Kit<World>,
  mode: CheckMode
): ReadonlyArray<ReadonlyArray<Placed<World>>> => {
  const batches: Array<Array<Placed<World>>> = []
  for (const placed of groups.flatMap((group) => group.checks.map((check) => ({ check, group })))) {
    const last = batches.at(-1)
    const before = last?.at(-1)
    const joins =
      mode === "dev" &&
      placed.check.independent === true &&
      before?.check.independent === true &&
      (groupsOverlap || before.group === placed.group)
    if (joins && last !== undefined) last.push(placed)
    else batches.push([placed])
  }
  return batches
}

/** Runs the checks, and reports. It never fails, and never hangs. */
export const runKit = <World>(options: RunOptions<World>): Effect.Effect<CheckReport> =>
  Effect.gen(function* () {
    const { exchanges, kit, mode, onProgress = () => Effect.void, seed, worldOf } = options
    const limit = Duration.fromInputUnsafe(options.timeLimit ?? "15 minutes")
    const startedAt = yield* Clock.currentTimeMillis
    const run = { stopwatch: yield* startStopwatch, limit: Duration.toMillis(limit) }

    const alive = options.aliveness && makeAliveness(exchanges, options.aliveness)

    /** Runs a check; once more if the subject was away for a moment. Undefined if it has stopped. */
    const runWhileAlive = (check: Check<World>, draws: Draws) =>
      Effect.gen(function* () {
        for (let isAgain = false; ; isAgain = true) {
          if (alive?.stoppedAt() !== undefined) return undefined
          const from = exchanges.all().length
          const ran = yield* runCheck(check, () => worldOf(draws, check), run)
          const seen = yield* alive?.afterCheck(check.id, from) ?? Effect.undefined
          if (seen?.hasStopped === true) return undefined
          if (seen?.wasDown !== true || isAgain) return ran
        }
      })

    /** Why no further check begins; undefined while one may. */
    const ended = (elapsed: number, { evenIfSilent = false }: Check<World>): string | undefined => {
      if (elapsed >= run.limit) return `The run ended after ${inWords(limit)}, before this check.`
      return !evenIfSilent && isSilent(exchanges.all())
        ? "This check did not run: nothing answered the calls of the checks before it."
        : undefined
    }

    const progress = groupProgress(kit.groups, onProgress)

    const judge = Effect.fnUntraced(function* ({ check, group }: Placed<World>) {
      yield* progress.begins(group)
      const why = ended(yield* run.stopwatch.elapsed, check)
      const { draws, isDrawn } = watched(drawsOf(seed, mode, check.id))
      const finished =
        why === undefined ? yield* runWhileAlive(check, draws) : { outcome: errorOfKit(why), took: 0 }
      const ran = finished ?? { outcome: alive!.outcomeOf(check.id), took: 0 }
      const { outcome } = ran
      const hint = finished === undefined ? { hint: stoppedHint(options.aliveness!.subject) } : {}
      const drawn = isDrawn()
      const fixes = { ...kit.fixes, ...check.fixes }
      const result = resultOf({ ...check, ...hint, fixes }, group.name, { ...ran, drawn }, exchanges.all())
      const shows =
        isFailed(outcome) && outcome.exchange !== undefined ? exchanges.find(outcome.exchange) : undefined
      alive?.ends(check.id)
      yield* progress.ends(result)
      return {
        result,
        root: isFailed(outcome) ? rootOf(outcome) : undefined,
        restsOn: check.restsOn ?? [],
        ...(finished === undefined && check.id === alive?.stoppedAt() ? { isEnd: true } : {}),
        ...(check.isBasic === true ? { isBasic: true } : {}),
        ...(shows?.operation === undefined ? {} : { operation: shows.operation }),
        ...(isFailed(outcome) && outcome.explainedBy !== undefined
          ? { explainedBy: outcome.explainedBy }
          : {})
      } satisfies Judged
    })

    yield* onProgress({
      event: "run_started",
      checks: kit.groups.reduce((sum, { checks }) => sum + checks.length, 0)
    })
    const judged: Array<Judged> = []
    for (const batch of batchesOf(kit, mode))
      judged.push(...(yield* Effect.forEach(batch, judge, { concurrency: SIDE_BY_SIDE })))
    return reportOf({
      ...options,
      judged,
      startedAt,
      isCutOff: alive?.stoppedAt() !== undefined,
      endedAt: yield* Clock.currentTimeMillis
    })
  })
