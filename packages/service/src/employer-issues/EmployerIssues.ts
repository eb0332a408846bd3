/**
 * Employer issues: problems that a partner can act on, each about one employer or one of its employees
 * (D-employer-issues). This file opens issues, resolves them automatically and expires them. Partners read and resolve
 * them through `partnerIssues`; in a sandbox they open them through `simulatedIssues`.
 *
 * Why a table of transitions (`issueStates`): `issueChanges` is the only way to change an issue, and takes status and
 * webhook from the table. Why bulk operations: a default fund that closes is a problem of thousands of employers at
 * once.
 *
 * The trap: the code that removes a cause resolves its issues, in the same transaction, by `resolveAutomatically` with
 * `kindsResolvedBy(remedy)` (R-3-3). If it doesn't, they stay open until the partner resolves them or they expire.
 * Opening or resolving an issue outside of a transaction dies if it has a webhook to send.
 */

import { type IssueKind, type IssueRemedy, issueKinds } from "@embedded-super/contracts/issue-kinds"
import type * as S from "@embedded-super/contracts/schemas"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { newId } from "../platform/ids/newId.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { queues } from "../platform/jobs/queues.ts"
import { BusinessClock, type Moments } from "../platform/time/BusinessClock.ts"
import { issueChanges } from "./issueChanges.ts"
import { type Expiring, issuesRepo, type NewIssue } from "./IssuesRepo.ts"
import type { MemberRefusal } from "./memberRefusal.ts"

/** A problem to open an issue for: of an employee, or of the employer's set-up if no employee is named. */
export interface IssueToOpen {
  readonly productId: S.ProductId
  readonly employerId: S.EmployerId
  readonly employeeId?: S.EmployeeId
  /** The session in which the problem arose. */
  readonly sessionId?: S.OnboardingSessionId
  readonly kind: IssueKind
  /** Why the fund refused the employee; null if it didn't. Left out for a problem that no fund can be the cause of. */
  readonly refusal?: MemberRefusal | null
}

/** Problems that are over: of an employee, or of the employer's set-up if no employee is named. */
export interface ProblemsOver {
  readonly employerId: S.EmployerId
  readonly employeeId?: S.EmployeeId
  readonly kinds: ReadonlyArray<IssueKind>
}

/** The kinds that a remedy resolves. */
export const kindsResolvedBy = (remedy: IssueRemedy): ReadonlyArray<IssueKind> =>
  (Object.keys(issueKinds) as ReadonlyArray<IssueKind>).filter(
    (kind) => issueKinds[kind].resolved_by === remedy
  )

const rowOf = (issue: IssueToOpen): Omit<NewIssue, "id"> => ({
  product_id: issue.productId,
  employer_id: issue.employerId,
  employee_id: issue.employeeId ?? null,
  session_id: issue.sessionId ?? null,
  kind: issue.kind,
  refusal: issue.refusal ?? null
})

/** An open issue expires after 90 days (D-employer-issues). */
const OPEN_FOR = Duration.toMillis(Duration.days(90))

/** How many issues one statement expires. */
const SWEEP = 500

export class EmployerIssues extends Context.Service<
  EmployerIssues,
  {
    /**
     * Opens an issue and sends `employer_issue_created`. A problem with an open issue gets no second one; that issue takes
     * over a newer refusal and its session, without a webhook. After it has ended, the problem gets a new issue with a new id.
     */
    readonly open: (issue: IssueToOpen) => Effect.Effect<void, SqlError>
    /** Opens thousands of issues in a few statements; returns the ids of the issues that it opened. */
    readonly openMany: (
      issues: ReadonlyArray<IssueToOpen>
    ) => Effect.Effect<ReadonlyArray<S.EmployerIssueId>, SqlError>
    /** Resolves the open issues of these problems, if there are any, and sends `employer_issue_resolved` for each. */
    readonly resolveAutomatically: (problems: ProblemsOver) => Effect.Effect<void, SqlError>
    /** Resolves the open issues of thousands of problems; returns the ids of the issues that it resolved. */
    readonly resolveMany: (
      problems: ReadonlyArray<ProblemsOver>
    ) => Effect.Effect<ReadonlyArray<S.EmployerIssueId>, SqlError>
    /** Resolves open issues by their ids; returns the ids of the issues that it resolved. */
    readonly resolveIssues: (
      ids: ReadonlyArray<S.EmployerIssueId>
    ) => Effect.Effect<ReadonlyArray<S.EmployerIssueId>, SqlError>
    /** Expires issues that were open for 90 days, without a webhook; returns their number. Needs no transaction. */
    readonly expireOverdue: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/employer-issues/EmployerIssues") {
  static readonly layer = Layer.effect(
    EmployerIssues,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* issuesRepo
      const clock = yield* BusinessClock
      const changes = yield* issueChanges

      const openMany = Effect.fn("EmployerIssues.openMany")(function* (issues: ReadonlyArray<IssueToOpen>) {
        if (issues.length === 0) return []
        const moments = yield* clock.moments
        const rows = yield* Effect.forEach(issues, (issue) =>
          Effect.map(newId, (id): NewIssue => ({ id: id as S.EmployerIssueId, ...rowOf(issue) }))
        )
        return yield* changes.begin("opened", rows, moments, OPEN_FOR)
      })

      const resolveMany = Effect.fn("EmployerIssues.resolveMany")(function* (
        problems: ReadonlyArray<ProblemsOver>
      ) {
        const each = problems.flatMap(({ employeeId, employerId, kinds }) =>
          kinds.map((kind) => ({ employer_id: employerId, employee_id: employeeId ?? null, kind }))
        )
        if (each.length === 0) return []
        return yield* changes.end("resolved_automatically", repo.ofProblems(each), yield* clock.moments)
      })

      const expire = (ids: ReadonlyArray<S.EmployerIssueId>, moments: Moments) =>
        Effect.map(
          sql.withTransaction(changes.end("expired", repo.overdueOf(ids, moments), moments)),
          (expired) => expired.length
        )

      /** Expires the issues one by one, so that one that can't be written doesn't keep the others open. */
      const expireEach = (due: ReadonlyArray<Expiring>, moments: Moments) =>
        Effect.forEach(due, ({ id }) =>
          expire([id], moments).pipe(
            Effect.catchTag("SqlError", (error) =>
              Effect.logError("An employer issue can't be expired", Cause.fail(error)).pipe(
                Effect.annotateLogs({ issue_id: id }),
                Effect.as(0)
              )
            )
          )
        ).pipe(Effect.map((counts) => counts.reduce((sum, count) => sum + count, 0)))

      const expireOverdue = Effect.gen(function* () {
        const moments = yield* clock.moments
        let expired = 0
        let due = yield* repo.overdue(moments, undefined, SWEEP)
        while (due.length > 0) {
          const ids = due.map(({ id }) => id)
          expired += yield* expire(ids, moments).pipe(
            Effect.catchTag("SqlError", () => expireEach(due, moments))
          )
          due = yield* repo.overdue(moments, due.at(-1), SWEEP)
        }
        return expired
      }).pipe(Effect.withSpan("EmployerIssues.expireOverdue"))

      return EmployerIssues.of({
        expireOverdue,
        open: Effect.fnUntraced(function* (issue) {
          const opened = yield* openMany([issue])
          if (opened.length === 0 && issue.refusal !== undefined)
            yield* repo.renew(rowOf(issue), yield* clock.moments)
        }),
        openMany,
        resolveAutomatically: (problems) => Effect.asVoid(resolveMany([problems])),
        resolveMany,
        resolveIssues: Effect.fn("EmployerIssues.resolveIssues")(function* (ids) {
          return yield* changes.end("resolved_automatically", repo.ofIds(ids), yield* clock.moments)
        })
      })
    })
  )

  /** Runs the timed and queued work on issues while its scope is open, each time or job once across all processes. */
  static readonly timers = Layer.effectDiscard(
    Effect.gen(function* () {
      const issues = yield* EmployerIssues
      const sql = yield* SqlClient.SqlClient
      const remedies = yield* queues.simulatedRemedies
      const resolve = (id: S.EmployerIssueId) =>
        Effect.asVoid(sql.withTransaction(issues.resolveIssues([id])))
      const everyMinute = Cron.parseUnsafe("* * * * *")
      yield* Effect.forkScoped(
        periodically("overdue employer issues", everyMinute, Effect.asVoid(issues.expireOverdue))
      )
      yield* Effect.forkScoped(remedies.work(({ issue_id }) => resolve(issue_id), { concurrency: 1 }))
    })
  )
}
