/**
 * `run`, as both kits have it: the head at once, a line for each group, the findings, and then the files. What takes long to
 * load, such as the checks, is loaded after the head is printed.
 */
import type { CheckKit, CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { Terminal } from "effect/Terminal"
import { join, relative } from "node:path"
import process from "node:process"
import { shortText } from "../report/shortText.ts"
import { terminalReporter } from "../report/terminal/terminalReporter.ts"
import { terminalOutput } from "./terminalOutput.ts"
import type { RunRequest } from "../run/RunRequest.ts"
import { version } from "../version.ts"
import { type CannotRun, concluded, type NotConforming, usage } from "./CannotRun.ts"
import { givenFlags, type GivenRun, type OwnFlags, seedOf } from "./runFlags.ts"

interface ReportedRun<R> {
  readonly kit: CheckKit
  readonly subject: { readonly name: string; readonly address?: URL | undefined }
  readonly flags: GivenRun
  /** The kit's own flags that a repeat needs; undefined for those that have their default. */
  readonly ownFlags: OwnFlags
  readonly check: (
    request: RunRequest,
    write: (text: string) => Effect.Effect<void>
  ) => Effect.Effect<CheckReport, CannotRun, R>
  /** Sends the report somewhere, and returns what to print. */
  readonly send?: ((report: CheckReport) => Effect.Effect<string>) | undefined
}

const asUsage = ({ sentence }: { readonly sentence: string }) => usage(sentence)

export const reportedRun = <R>({
  check,
  flags: { docsUrl, mode, names, out, seed: givenSeed },
  kit,
  ownFlags,
  send,
  subject: { address, name }
}: ReportedRun<R>): Effect.Effect<void, CannotRun | NotConforming, R | FileSystem.FileSystem | Terminal> =>
  Effect.gen(function* () {
    const seed = yield* seedOf(givenSeed, mode)
    const { write, ...output } = yield* terminalOutput
    const reporter = terminalReporter({ write, ...output })
    const subject = {
      name: shortText(name),
      ...(address === undefined ? {} : { address: shortText(address.origin) })
    }
    yield* reporter.begin({ kit, kit_version: version, mode, seed, subject })
    const { requireWritable, writeReports } = yield* Effect.promise(() => import("../report/writeReports.ts"))
    yield* Effect.mapError(requireWritable(out), asUsage)
    const docs = Option.getOrUndefined(docsUrl)
    const request: RunRequest = {
      mode,
      seed,
      names,
      onProgress: reporter.onProgress,
      ...(docs === undefined ? {} : { docsUrl: docs })
    }
    const checked = yield* check(request, write).pipe(
      Effect.onInterrupt(() => write("\nInterrupted: there is no verdict, and no report is written.\n"))
    )
    const flags = givenFlags({ ...ownFlags, "docs-url": docs })
    const report: CheckReport = { ...checked, ...(flags.length === 0 ? {} : { flags }) }
    yield* reporter.end(report)
    yield* Effect.mapError(writeReports(out, report), asUsage)
    yield* write(`Report: ${join(relative(process.cwd(), out) || ".", "report.html")}\n`)
    if (send !== undefined) yield* write(`${yield* send(report)}\n`)
    yield* concluded(report)
  })
