import { EmployerIssueId, OnboardingSessionId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "./Jobs.ts"

/** A queue whose jobs identify one thing to look at; the thing's own table has its work and when it is due. */
const queueOf = <S extends Schema.ConstraintCodec<any, any, never, never>>(name: string, schema: S) =>
  Effect.flatMap(Jobs, (jobs) => jobs.queue({ name, schema }))

/**
 * All queues of the service: the name in the database, the payload, and the worker that a job wakes. A job is offered
 * in the transaction that makes the work, so that both are committed or neither. Timers are queues too: `periodically`
 * makes them.
 *
 * The trap: names and payloads are stored. After a change of either, waiting jobs have no worker.
 */
export const queues = {
  /** The delivery worker: the endpoint may have a webhook to send. */
  webhookEndpoints: queueOf("webhook-endpoints", Schema.Struct({ endpoint_id: Schema.String })),
  /** The worker of calls to funds: the call may be due. */
  fundCalls: queueOf("fund-calls", Schema.Struct({ call_id: Schema.String })),
  /** The review of default funds: the fund's products may have closed or opened since employers chose them. */
  defaultFundReviews: queueOf("default-fund-reviews", Schema.Struct({ fund_id: Schema.String })),
  /** The worker of choice forms: the session's form must be made. */
  choiceForms: queueOf("choice-forms", Schema.Struct({ session_id: OnboardingSessionId })),
  /** The timers of issues: the cause of a simulated issue is gone, so the issue is resolved. */
  simulatedRemedies: queueOf("simulated issue remedies", Schema.Struct({ issue_id: EmployerIssueId })),
  /** The process that serves SFTP and has the outbox on its disk: it writes the fund's file of employer details now. */
  detailsFileRequests: queueOf("employer details file now", Schema.Struct({ fund: Schema.String }))
} as const
