import type { CannotRun } from "@embedded-super/check"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answer, AsJson } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import type { FundSummary } from "../FundsRepo.ts"
import { FundChecks, withDev } from "./FundChecks.ts"
import type { LastCheck } from "./FundChecksRepo.ts"

/** The codes that the kit's own command line promises. */
const EXIT = { does_not_conform: 1, usage: 2, unreachable: 3, nothing_judged: 4 } as const

const reporting = Effect.promise(() => import("@embedded-super/check/report"))

const asUsage = ({ problem, remedy }: OperatorError) =>
  new OperatorError({ problem, remedy, exitCode: EXIT.usage })

const cannotRun =
  (slug: string, needsDev: boolean) =>
  ({ problem, reason, sentence }: CannotRun) =>
    reason === "usage"
      ? new OperatorError({ problem: sentence, remedy: "Nothing was called.", exitCode: EXIT.usage })
      : new OperatorError({
          problem: problem ?? sentence,
          remedy: needsDev
            ? withDev(slug)
            : "Check the address in the fund's profile, this machine's network and the fund's allowlist; then check again.",
          exitCode: EXIT.unreachable
        })

const nothingJudged = (slug: string) =>
  new OperatorError({
    problem: `The check of fund ${slug} judged nothing that is required, so it hasn't shown that the fund conforms.`,
    remedy: "Name other groups or another --mode, or add what the lines above name to the fund's profile.",
    exitCode: EXIT.nothing_judged
  })

const notConforming = (slug: string, verdict: CheckReport["verdict"], folder: string | undefined) =>
  new OperatorError({
    problem:
      verdict === "incomplete"
        ? `The check of fund ${slug} is incomplete: it hasn't shown that the fund conforms.`
        : `The fund ${slug} doesn't conform.`,
    remedy:
      folder === undefined
        ? `The fund needs the findings: \`admin fund check --fund ${slug} --report-folder FOLDER\` writes a report that you can send.`
        : `Send the fund the report in ${folder}; it holds no secret and no personal data.`,
    exitCode: EXIT.does_not_conform
  })

/** `admin fund check`. */
export const checkCommand = Command.make(
  "check",
  {
    fund: Flag.String("fund").pipe(Flag.withDescription("The fund's slug")),
    names: Argument.String("group-or-id").pipe(
      Argument.withDescription("Only these groups and checks, such as LOOKUP or AUTH-5-1"),
      Argument.variadic()
    ),
    mode: Flag.Literals("mode", ["probe", "dev", "certify"]).pipe(
      Flag.withDescription(
        "probe does no harm to a live fund, and is the default for one that is live or linked; dev is fast; certify leaves nothing out"
      ),
      Flag.optional
    ),
    reportFolder: Flag.String("report-folder").pipe(
      Flag.withDescription("Folder to write the report to, as HTML, JSON and four other forms"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ fund: slug, mode, names, reportFolder }) {
    const checks = yield* FundChecks
    const fund = yield* Effect.mapError(checks.prepare(slug, Option.getOrUndefined(mode)), asUsage)
    const { judgesNothing, shortText, terminalOutput, terminalReporter, writeReports } = yield* reporting
    const asJson = yield* AsJson
    const reporter = terminalReporter(yield* terminalOutput)
    const [address] = fund.addresses
    const subject = {
      name: shortText(fund.profile.fund.name),
      ...(address === undefined ? {} : { address: shortText(address.origin) })
    }
    const report = yield* Effect.mapError(
      checks.run(fund, {
        names,
        onBegin: (head) => (asJson ? Effect.void : reporter.begin({ ...head, mode: fund.mode, subject })),
        onProgress: (progress) => (asJson ? Effect.void : reporter.onProgress(progress))
      }),
      cannotRun(slug, fund.needsDev)
    )
    if (asJson) yield* answer(report, () => [])
    else yield* reporter.end(report)
    const folder = Option.getOrUndefined(reportFolder)
    if (folder !== undefined) {
      yield* Effect.mapError(
        writeReports(folder, report),
        ({ sentence }) =>
          new OperatorError({ problem: sentence, remedy: "The check has ended.", exitCode: EXIT.usage })
      )
      if (!asJson) yield* Console.log(`Report: ${folder}/report.html`)
    }
    if (judgesNothing(report)) return yield* nothingJudged(slug)
    if (report.verdict !== "conforms") return yield* notConforming(slug, report.verdict, folder)
  })
).pipe(
  Command.withDescription(
    "Call a fund as fund-check does, with the service's profile and credentials; exit 0 conforms, 1 does not, 2 usage, 3 unreachable, 4 nothing judged"
  )
)

const day = (at: Date): string => at.toISOString().slice(0, 10)

const verdicts = {
  conforms: "conforms",
  does_not_conform: "doesn't conform",
  incomplete: "incomplete"
} as const

/** The last check, in the list of funds. */
export const checkedWords = (row: FundSummary): string => {
  const { check_mode, check_profile_version, check_verdict, checked_at, version } = row
  if (checked_at === null || check_verdict === null) return "never checked"
  const isOld = check_profile_version !== version
  const profile = isOld ? `, with profile version ${check_profile_version}` : ""
  return `${verdicts[check_verdict]} (${check_mode}, ${day(checked_at)}${profile})`
}

/** The warning to an operator who links a fund that isn't known to conform; undefined for one that conforms. */
export const warningOf = (slug: string, last: LastCheck | undefined, version: number): string | undefined => {
  const command = `\`admin fund check --fund ${slug}\``
  if (last === undefined)
    return `Warning: fund ${slug} was never checked. Run ${command} before members join it.`
  const when = `the last check of fund ${slug}, on ${day(last.checked_at)}`
  if (last.verdict === "does_not_conform")
    return `Warning: ${when} in the mode ${last.mode}, found that it doesn't conform (failed: ${last.counts.fail}). Have the fund correct it, and run ${command} again.`
  if (last.verdict === "incomplete")
    return `Warning: ${when}, is incomplete. Run ${command} again before members join it.`
  if (last.profile_version !== version)
    return `Warning: ${when}, was made with version ${last.profile_version} of its profile, which is now version ${version}. Run ${command} again.`
  return undefined
}
