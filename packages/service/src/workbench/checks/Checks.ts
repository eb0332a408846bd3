/**
 * Checks that the Workbench begins. A fund's check runs in this process, with the profile and the credentials that the
 * service has, and continues after the request. `receiverCheck` prepares the check that a partner runs itself.
 *
 * Why the mode `dev`: the Workbench exists on a developer's machine only, where it is fast and harmless. A live fund is
 * refused by the kit itself.
 *
 * The trap: a simulator notes the kit's calls as it notes the service's. `traceparent` makes the check's entry their
 * cause, and `tracestate` names the kit as their caller.
 */
import { type Runs, watchedRun, type WatchedRun } from "@embedded-super/check"
import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { KIT_STATE } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Context from "effect/Context"
import { FundChecks } from "../../funds/checks/FundChecks.ts"
import { FundProfiles } from "../../funds/FundProfiles.ts"
import type { FundSummary } from "../../funds/FundsRepo.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { newId } from "../../platform/ids/newId.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { receiverCheck } from "./receiverCheck.ts"
import { receiversRepo } from "../WorkbenchRepo.ts"

/** Checks of funds that a person begins in the Workbench, and the settings with which a partner checks its receiver. */
export class Checks extends Context.Service<
  Checks,
  {
    readonly list: Effect.Effect<S.WorkbenchChecks>
    readonly fund: (slug: S.Slug) => Effect.Effect<S.WorkbenchCheck, NotFound>
    /** Begins a check unless one of this fund runs, and returns where it is. */
    readonly start: (slug: S.Slug) => Effect.Effect<S.WorkbenchCheck, NotFound>
    /** The HTML report of a fund's last check here; undefined if there is none. */
    readonly report: (slug: string) => Effect.Effect<string | undefined>
  }
>()("@embedded-super/service/workbench/Checks") {}

const noFund = new NotFound({ code: "not_found", detail: "No fund with this slug is loaded." })

const lastOf = ({ check_mode, check_verdict, checked_at }: FundSummary): S.WorkbenchLastCheck | null =>
  checked_at === null || check_mode === null || check_verdict === null
    ? null
    : { checked_at: checked_at.toISOString() as S.Timestamp, mode: check_mode, verdict: check_verdict }

export const ChecksLive = Layer.effect(
  Checks,
  Effect.gen(function* () {
    const fundChecks = yield* FundChecks
    const profiles = yield* FundProfiles
    const timeline = yield* Timeline
    const fs = yield* FileSystem.FileSystem
    const repo = yield* receiversRepo
    const scope = yield* Effect.scope
    const runs = new Map<string, WatchedRun>()

    const runOf = Effect.fnUntraced(function* (slug: string) {
      const known = runs.get(slug)
      if (known !== undefined) return known
      const made = yield* Effect.provideService(watchedRun, Scope.Scope, scope)
      runs.set(slug, made)
      return made
    })

    const named = Effect.fnUntraced(function* (slug: string) {
      const found = (yield* profiles.list).find((fund) => fund.slug === slug)
      return found === undefined ? yield* noFund : found
    })

    /** The check as two entries: when it begins, which causes all its calls, and when it has ended. */
    const check = ({ name, slug }: FundSummary): Runs =>
      Effect.fnUntraced(function* (onProgress) {
        const about = things({ fund: slug })
        const made = [{ kind: "check", id: yield* newId }]
        const begun = timeline.step({})(
          Effect.gen(function* () {
            const sent = yield* timeline.traceparent
            const detail = { fund: name, mode: "dev" } as const
            yield* timeline.note({ kind: "fund_check_started", detail, about, makes: made, sent, to: name })
            return sent
          })
        )
        const ran = Effect.gen(function* () {
          const fund = yield* fundChecks.prepare(slug, "dev")
          const traceparent = yield* begun
          const headers = traceparent === undefined ? {} : { traceparent, tracestate: KIT_STATE }
          return yield* fundChecks.run(fund, { headers, onProgress })
        }).pipe(
          Effect.catchTags({
            OperatorError: ({ problem, remedy }) => Effect.fail(`${problem} ${remedy}`),
            CannotRun: ({ problem, sentence }) =>
              Effect.fail(
                problem === undefined
                  ? sentence
                  : `${problem} Start the fund, or correct its profile and load it again.`
              )
          }),
          Effect.provideService(FileSystem.FileSystem, fs)
        )
        const noted = (verdict: S.CheckRunVerdict | null, failed: number, problem: string | null) =>
          timeline.note({
            kind: "fund_checked",
            detail: { fund: name, verdict, failed, problem: problem === null ? null : shortText(problem) },
            about,
            cause: made,
            to: name
          })
        return yield* ran.pipe(
          Effect.tap(({ counts, verdict }) => noted(verdict, counts.fail, null)),
          Effect.tapError((problem) => noted(null, 0, problem))
        )
      })

    return Checks.of({
      list: Effect.gen(function* () {
        const { settingsText } = yield* Effect.promise(() => import("@embedded-super/check/partner"))
        // The directory's made-up funds have no endpoint, and so no credentials.
        const callable = (yield* profiles.list).filter(
          ({ credentials_version }) => credentials_version !== null
        )
        const funds = yield* Effect.forEach(callable, (fund) =>
          Effect.map(runOf(fund.slug), ({ now }) => ({
            slug: fund.slug as S.Slug,
            name: shortText(fund.name),
            last: lastOf(fund),
            check: now()
          }))
        )
        const receivers = yield* databaseDefects(repo.receivers)
        return { funds, products: receivers.map((receiver) => receiverCheck(receiver, settingsText)) }
      }),

      fund: Effect.fn("Checks.fund")(function* (slug) {
        yield* named(slug)
        return (yield* runOf(slug)).now()
      }),

      start: Effect.fn("Checks.start")(function* (slug) {
        const fund = yield* named(slug)
        const { begin, now } = yield* runOf(slug)
        yield* begin(check(fund))
        return now()
      }),

      report: Effect.fn("Checks.report")(function* (slug) {
        const report = runs.get(slug)?.report()
        if (report === undefined) return undefined
        const { reportFiles } = yield* Effect.promise(() => import("@embedded-super/check/report"))
        return reportFiles(report)["report.html"]
      })
    })
  })
)
