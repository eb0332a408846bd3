import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { periodically } from "../platform/jobs/periodically.ts"
import { queues } from "../platform/jobs/queues.ts"
import { EmployerIssues } from "./EmployerIssues.ts"

/** Runs the timed and queued work on issues while its scope is open, each time or job once across all processes. */
export const IssueTimers = {
  layer: Layer.effectDiscard(
    Effect.gen(function* () {
      const issues = yield* EmployerIssues
      const sql = yield* SqlClient.SqlClient
      const remedies = yield* queues.simulatedRemedies
      const everyMinute = Cron.parseUnsafe("* * * * *")
      yield* Effect.forkScoped(
        periodically("overdue employer issues", everyMinute, Effect.asVoid(issues.expireOverdue))
      )
      yield* Effect.forkScoped(
        remedies.work(
          ({ issue_id }) => Effect.asVoid(sql.withTransaction(issues.resolveIssues([issue_id]))),
          {
            concurrency: 1
          }
        )
      )
    })
  )
}
