import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { concluded } from "@embedded-super/conformance/cli/NotConforming"
import { terminalOutput } from "@embedded-super/conformance/cli/terminalOutput"
import { shortText } from "@embedded-super/conformance/report/shortText"
import { terminalReporter } from "@embedded-super/conformance/report/terminal/terminalReporter"
import { writeReports } from "@embedded-super/conformance/report/writeReports"
import * as Effect from "effect/Effect"
import { join, relative } from "node:path"
import process from "node:process"
import { checkPartner } from "../checkPartner.ts"
import { loadSettings, withSecrets } from "../settings/loadSettings.ts"
import { version } from "../version.ts"
import type { RunFlags } from "./runCommand.ts"

/** Nothing is drawn: every run has the same cases. */
const SEED = 1

/** `partner-check run`. */
export const run = Effect.fnUntraced(function* ({ mode, names, out, settings: file }: RunFlags) {
  const output = yield* terminalOutput
  const reporter = terminalReporter(output)
  const settings = yield* withSecrets(yield* loadSettings(file), process.env)
  const subject = {
    name: shortText(settings.name),
    address: shortText(new URL(settings.receiver_url).origin)
  }
  yield* reporter.begin({ kit: "partner-check", kit_version: version, mode, seed: SEED, subject })
  const report = yield* checkPartner({
    settings,
    mode,
    seed: SEED,
    names,
    onListening: (url) => output.write(`Playing the service at ${url}\n`),
    onProgress: reporter.onProgress
  })
  yield* reporter.end(report)
  yield* Effect.mapError(
    writeReports(out, report),
    ({ sentence }) => new CannotRun({ reason: "usage", sentence })
  )
  yield* output.write(`Report: ${join(relative(process.cwd(), out) || ".", "report.html")}\n`)
  yield* concluded(report)
})
