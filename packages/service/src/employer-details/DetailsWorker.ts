import { EmployerDetailsRequest, EmployerDetailsResponse } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { FundClient } from "../funds/client/FundClient.ts"
import type { FundOperation } from "../funds/client/FundOperation.ts"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { nextStep } from "../funds/member-registration/retryRules.ts"
import { usable } from "../funds/usableCredentials.ts"
import type { MadeCall } from "../funds/client/CallOutcome.ts"
import { supervised } from "../platform/jobs/supervised.ts"
import { detailsRepo } from "./DetailsRepo.ts"
import { requestOf } from "./requestOf.ts"
import { wakeUps } from "./wakeUps.ts"

/** POST to an address of its own, apart from the lookup's (description 4.2). */
const employerDetails: FundOperation<S.EmployerDetailsRequest, S.EmployerDetailsResponse> = {
  name: "employer_details",
  url: ({ operations: { employer_details } }) =>
    employer_details?.delivery === "api" ? employer_details.url : undefined,
  request: EmployerDetailsRequest,
  answer: EmployerDetailsResponse,
  noContent: {},
  timeout: () => Duration.seconds(30)
}

interface Claimed {
  readonly id: string
  readonly details_id: string
  readonly product_id: S.ProductId
  readonly fund_id: S.FundId
  readonly retries: number
  readonly waits: number
  readonly waited_seconds: number
  readonly refusals: number
}

const CONCURRENCY = 8

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const client = yield* FundClient
  const funds = yield* fundsRepo
  const repo = yield* detailsRepo
  const queue = yield* wakeUps

  /** Takes a delivery in hand that is due, whose fund may be called, and of which no earlier version is under way. */
  const claim = (id: string, owner: string) =>
    Effect.map(
      sql<Claimed>`
        UPDATE employer_details_deliveries r SET owner = ${owner}, expires_at = platform_now() + interval '60 seconds',
          attempts = attempts + 1
        WHERE r.id = ${id} AND r.state = 'waiting' AND r.due_at <= platform_now()
          AND (r.owner IS NULL OR r.expires_at <= platform_now())
          AND NOT EXISTS (SELECT FROM employer_details_deliveries o
            WHERE o.details_id = r.details_id AND o.id <> r.id AND o.expires_at > platform_now())
          AND EXISTS (SELECT FROM funds f JOIN fund_links l ON l.fund_id = f.id AND l.product_id = r.product_id AND l.enabled
            WHERE f.id = r.fund_id AND f.profile #>> '{operations,employer_details,delivery}' = 'api'
              AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id AND ${usable(sql)}))
        RETURNING r.id, r.details_id, r.product_id, r.fund_id, r.retries, r.waits, r.waited_seconds, r.refusals`,
      (rows) => rows[0]
    )

  /** Details replace what was sent before, so a repeat does no harm: an unknown outcome is retried like a 5xx. */
  const settle = Effect.fnUntraced(function* (
    claimed: Claimed,
    owner: string,
    { outcome }: MadeCall<unknown>
  ) {
    const { refusals, retries, waited_seconds: waitedSeconds, waits } = claimed
    const spent = { retries, waits, waitedSeconds, refusals, uncertain: false }
    const next = nextStep(outcome, spent, "honoured", yield* Random.next)
    // What came out uncertain in the end may have arrived; the next save replaces it.
    const kind = next.kind === "parked" && outcome.kind !== "credentials" ? "failed" : next.kind
    const state = kind === "registered" ? "delivered" : kind === "failed" ? "failed" : "waiting"
    const after = next.kind === "due" ? next.afterMillis : null
    const words = outcome.kind === "accepted" ? null : outcome.words.slice(0, 2000)
    yield* sql`UPDATE employer_details_deliveries SET owner = NULL, expires_at = NULL,
          state = CASE WHEN state = 'waiting' THEN ${state} ELSE state END,
          settled_at = CASE WHEN state = 'waiting' AND ${state} <> 'waiting' THEN platform_now() ELSE settled_at END,
          parked = ${kind === "parked" || (next.kind === "due" && next.parked)}, because = ${outcome.kind}, words = ${words},
          due_at = platform_now() + ${after}::float8 * interval '1 ms', retries = ${next.spent.retries},
          waits = ${next.spent.waits}, waited_seconds = ${next.spent.waitedSeconds}, refusals = ${next.spent.refusals}
        WHERE id = ${claimed.id} AND owner = ${owner}`
    if (next.kind === "due" && !next.parked) {
      yield* queue.offer({ delivery_id: claimed.id }, { delay: next.afterMillis })
    }
    if (state === "failed") {
      yield* Effect.logWarning("Employer details can't be delivered").pipe(
        Effect.annotateLogs({ delivery_id: claimed.id, outcome: outcome.kind })
      )
    }
  }, sql.withTransaction)

  const handle = Effect.fnUntraced(function* ({ delivery_id }: { readonly delivery_id: string }) {
    const owner = randomUUID()
    const claimed = yield* claim(delivery_id, owner)
    if (claimed === undefined) return
    const fund = Option.getOrThrow(yield* funds.find(claimed.fund_id))
    const stored = yield* repo.findById(claimed.details_id)
    if (stored === undefined) return
    const made = yield* client.call(employerDetails, {
      productId: claimed.product_id,
      fund,
      request: requestOf(stored),
      requestId: randomUUID(),
      idempotencyKey: claimed.id
    })
    yield* settle(claimed, owner, made)
  }, Effect.uninterruptible)

  /** Those that waited for credentials, for an hour to pass, or for a process that died. */
  const sweep = Effect.gen(function* () {
    const rows = yield* sql<{
      id: string
    }>`SELECT r.id FROM employer_details_deliveries r JOIN funds f ON f.id = r.fund_id
      WHERE r.state = 'waiting' AND r.due_at <= platform_now() - interval '2 seconds'
        AND (r.owner IS NULL OR r.expires_at <= platform_now())
        AND f.profile #>> '{operations,employer_details,delivery}' = 'api'
        AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id AND ${usable(sql)})
      ORDER BY r.due_at LIMIT 100`
    yield* Effect.forEach(rows, ({ id }) => handle({ delivery_id: id }), {
      concurrency: CONCURRENCY,
      discard: true
    })
    yield* Effect.sleep("5 seconds")
  })

  yield* Effect.forkScoped(queue.work(handle, { concurrency: CONCURRENCY }))
  yield* Effect.forkScoped(supervised("The sweep of employer details", sweep))
})

/** Delivers employer details by POST while its scope is open, by the retry rules of section 7. */
export const DetailsWorker = { layer: Layer.effectDiscard(make).pipe(Layer.provide(FundClient.layer)) }
