/**
 * One run as both kits' `run` makes it: the head at once, a line for each group, the findings, and then the files. What
 * takes long to load is loaded after the head is printed.
 */
import type { CheckReport, ShortText } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Terminal } from "effect/Terminal"
import { join, relative } from "node:path"
import process from "node:process"
import { type Head, terminalReporter } from "../report/terminal/terminalReporter.ts"
import type { Progress } from "../run/Progress.ts"
import { CannotRun } from "./CannotRun.ts"
import { terminalOutput } from "./terminalOutput.ts"

/** What a run says while it runs. */
export interface Reporting {
  readonly write: (text: string) => Effect.Effect<void>
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

export interface ReportedRun<R> {
  readonly head: Head
  /** The folder of the report. */
  readonly out: string
  /** What was given, of the flags that a repeat needs. */
  readonly flags: ReadonlyArray<ShortText>
  readonly check: (reporting: Reporting) => Effect.Effect<CheckReport, CannotRun, R>
}

const asUsage = ({ sentence }: { readonly sentence: string }) => new CannotRun({ reason: "usage", sentence })

export const reportedRun = <R>({
  check,
  flags,
  head,
  out
}: ReportedRun<R>): Effect.Effect<CheckReport, CannotRun, R | FileSystem.FileSystem | Terminal> =>
  Effect.gen(function* () {
    const { write, ...output } = yield* terminalOutput
    const reporter = terminalReporter({ write, ...output })
    yield* reporter.begin(head)
    const { requireWritable, writeReports } = yield* Effect.promise(() => import("../report/writeReports.ts"))
    yield* Effect.mapError(requireWritable(out), asUsage)
    const checked = yield* check({ write, onProgress: reporter.onProgress }).pipe(
      Effect.onInterrupt(() => write("\nInterrupted: there is no verdict, and no report is written.\n"))
    )
    const report: CheckReport = { ...checked, ...(flags.length === 0 ? {} : { flags }) }
    yield* reporter.end(report)
    yield* Effect.mapError(writeReports(out, report), asUsage)
    yield* write(`Report: ${join(relative(process.cwd(), out) || ".", "report.html")}\n`)
    return report
  })
