import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { Verdict } from "./retryRules.ts"
import { countAttempts, outcomeOf } from "./attemptOutcome.ts"

const failed: Verdict = { kind: "failed", hold: null }

describe("the outcome of an attempt in the metrics", () => {
  it.each([
    ["accepted", { kind: "delivered" }, null, 204],
    ["client_error", failed, null, 404],
    ["rate_limited", failed, null, 429],
    ["server_error", failed, null, 503],
    ["redirect", failed, null, 302],
    ["timeout", failed, "timeout", null],
    ["timeout", failed, "connect_timeout", null],
    ["connection", failed, "connection_reset", null],
    ["connection", failed, "dns_failure", null],
    ["connection", failed, "connection_reset", 200],
    ["address_not_allowed", failed, "address_not_allowed", null],
    ["invalid_answer", failed, "invalid_answer", null],
    ["unsendable", { kind: "unsendable" }, "invalid_payload", null],
    ["unsendable", failed, "internal_error", null]
  ] as const)("is %s for %j, %s, %s", (outcome, verdict, failure, status) => {
    assert.strictEqual(outcomeOf({ verdict, failure, status }), outcome)
  })

  it.effect("is counted for a whole batch", () =>
    Effect.gen(function* () {
      const accepted = { verdict: { kind: "delivered" }, failure: null, status: 204, took: 40 } as const
      const late = { verdict: failed, failure: "timeout", status: null, took: 15_000 } as const
      yield* countAttempts([accepted, late, accepted])
      const text = yield* PrometheusMetrics.format()
      assert.include(text, 'embedded_super_webhook_attempts_total{outcome="accepted"} 2\n')
      assert.include(text, 'embedded_super_webhook_attempts_total{outcome="timeout"} 1\n')
      assert.include(text, 'embedded_super_webhook_attempt_duration_seconds_bucket{le="0.05"} 2\n')
      assert.include(text, "embedded_super_webhook_attempt_duration_seconds_count 3\n")
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
