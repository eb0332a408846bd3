import { terminalOutput } from "@embedded-super/conformance/cli/terminalOutput"
import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { concluded } from "@embedded-super/conformance/cli/NotConforming"
import { shortText } from "@embedded-super/conformance/report/shortText"
import { terminalReporter } from "@embedded-super/conformance/report/terminal/terminalReporter"
import type { CheckMode, CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { randomInt } from "node:crypto"
import { dirname, join, relative } from "node:path"
import process from "node:process"
import { addressesOf } from "../profile/addressesOf.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import { version } from "../version.ts"
import { serveKeys } from "./serveKeys.ts"
import { watching } from "./watching.ts"
import type { RunFlags } from "./runCommand.ts"

/** Of certifying and probing runs, which have the same cases each time. */
const FIXED_SEED = 1

const MOST = 2 ** 31 - 1

const seedOf = (given: Option.Option<number>, mode: CheckMode): Effect.Effect<number, CannotRun> => {
  const seed = Option.getOrElse(given, () => (mode === "dev" ? randomInt(MOST) : FIXED_SEED))
  return seed >= 0 && seed <= MOST
    ? Effect.succeed(seed)
    : Effect.fail(
        new CannotRun({ reason: "usage", sentence: `--seed takes a whole number from 0 to ${MOST}.` })
      )
}

/** One run: the head is printed before the checks are loaded. */
const runOnce = Effect.fnUntraced(function* (flags: RunFlags) {
  const { keys, mode, names, out, profile: file } = flags
  const seed = yield* seedOf(flags.seed, mode)
  const output = yield* terminalOutput
  const reporter = terminalReporter(output)
  const profile = yield* loadProfile(file, Option.getOrUndefined(flags.baseUrl))
  const [address] = addressesOf(profile)
  const subject = {
    name: shortText(profile.fund.name),
    ...(address === undefined ? {} : { address: shortText(address.origin) })
  }
  yield* reporter.begin({ kit: "fund-check", kit_version: version, mode, seed, subject })
  const [{ checkFund }, { writeReports }] = yield* Effect.promise(() =>
    Promise.all([import("../checkFund.ts"), import("@embedded-super/conformance/report/writeReports")])
  )
  const report: CheckReport = yield* checkFund({
    profile,
    mode,
    seed,
    names,
    environment: process.env,
    keysFolder: keys,
    profileFolder: dirname(file),
    onKeys: serveKeys(Option.getOrUndefined(flags.jwksPort), keys, output.write),
    onInbox: ({ host, hostKey, port, user }) =>
      output.write(
        `Upload the list to sftp://${user}@${host}:${port}/inbox, by the key of check.list_sftp. The host key is:\n${hostKey}\n`
      ),
    onProgress: reporter.onProgress
  })
  yield* reporter.end(report)
  yield* Effect.mapError(
    writeReports(out, report),
    ({ sentence }) => new CannotRun({ reason: "usage", sentence })
  )
  yield* output.write(`Report: ${join(relative(process.cwd(), out) || ".", "report.html")}\n`)
  return report
})

/** `fund-check run`. */
export const run = (flags: RunFlags) =>
  flags.watch
    ? watching(flags.profile, Option.getOrUndefined(flags.baseUrl), runOnce(flags))
    : Effect.flatMap(runOnce(flags), concluded)
