import type { WebhookEventName, WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import fc from "fast-check"
import process from "node:process"
import { verifies } from "@embedded-super/program/testing/receiver"
import { moreCases } from "../../../test/moreCases.ts"
import {
  type Answer,
  receiver,
  anEntity,
  aProductWithEndpoint,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { Redelivery } from "./RedeliveryRepo.ts"

/** Random schedules to try; row 10 of the chaos report tries more. */
const RUNS = Number(process.env["ORDER_RUNS"] ?? 4 * moreCases)
const SEED = process.env["ORDER_SEED"]
/** Milliseconds that one schedule of that row may take; a slow machine needs two seconds. */
const PATIENCE = 60_000

/** The events of each of a schedule's entities, in order. */
const lives: ReadonlyArray<readonly [WebhookSubjectName, ReadonlyArray<WebhookEventName>]> = [
  [
    "onboarding_session",
    ["onboarding_session_changed", "onboarding_session_changed", "onboarding_session_completed"]
  ],
  ["employer_issue", ["employer_issue_created", "employer_issue_resolved"]],
  ["employer", ["employer_settings_changed", "employer_settings_changed", "employer_settings_changed"]],
  ["employee", ["employee_changed", "employee_changed", "employee_changed"]]
]

/** The only events that a newer event may replace before delivery. */
const REPLACEABLE = new Set(["employer_settings_changed", "onboarding_session_changed"])

interface Step {
  readonly does: "emit" | "answer" | "pass" | "pause" | "resume" | "replay" | "rotate" | "settle"
  readonly entity?: number
  readonly answer?: Answer
  readonly seconds?: number
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("emit"), entity: fc.nat(lives.length - 1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("answer"),
      answer: fc.constantFrom<Answer>(204, 204, 500, 429, 410, 302)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("pass"), seconds: fc.constantFrom(6, 40, 200, 4000, 100_000) })
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom("pause", "resume", "replay", "rotate", "settle") })
  }
) as fc.Arbitrary<Step>

/** An event that isn't replaced fails and waits for its retry, while the next one of its entity is due. */
const laterIsDueFirst: Array<Step> = [
  { does: "answer", answer: 500 },
  { does: "emit", entity: 1 },
  { does: "settle" },
  { does: "answer", answer: 204 },
  { does: "emit", entity: 1 },
  { does: "settle" }
]

/** Runs a schedule to its end with two workers, and compares the webhooks that arrived with the events that were recorded. */
const live = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const sql = yield* SqlClient.SqlClient
  const redelivery = yield* Redelivery
  const endpoints = yield* WebhookEndpoints
  let answer: Answer = 204
  const partner = yield* receiver(() => answer)
  const { endpointId, productId, secret } = yield* aProductWithEndpoint(partner.url)
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true WHERE NOT employer_issue_webhooks_enabled`
  const secrets = [secret]
  const entities = yield* Effect.forEach(lives, ([subject]) => anEntity(productId, subject))
  const lived = lives.map(() => 0)
  const workers = [yield* startWorker(), yield* startWorker()]
  const settle = Effect.raceAll(workers.map(({ untilIdle }) => untilIdle))

  for (const { answer: next, does, entity = 0, seconds = 0 } of steps) {
    if (does === "emit") {
      const event = lives[entity]?.[1][lived[entity] ?? 0]
      if (event !== undefined) yield* record(entities[entity]!.event(event as never))
      lived[entity] = (lived[entity] ?? 0) + 1
    } else if (does === "answer") answer = next ?? 204
    else if (does === "pass") yield* passTime(`${seconds} seconds`)
    else if (does === "pause") yield* redelivery.pause(endpointId)
    else if (does === "resume") yield* redelivery.resume(endpointId)
    else if (does === "settle") yield* settle
    else if (does === "rotate") {
      secrets.push(Option.getOrThrow(yield* endpoints.rotateSecret(productId)))
    } else {
      const done = yield* sql<{
        id: string
      }>`SELECT id FROM webhook_deliveries WHERE endpoint_id = ${endpointId}`
      yield* redelivery.rearm(done.map(({ id }) => id))
    }
  }

  yield* settle
  answer = 204
  yield* redelivery.resume(endpointId)
  const pending = sql`SELECT FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = 'pending'`
  while ((yield* pending).length > 0) {
    // A second time: a delivery that became due just before may have got a 410, which pauses the endpoint again.
    yield* redelivery.resume(endpointId)
    yield* passTime("2 days")
    yield* settle
  }

  const rows = yield* sql<{ id: string; entity: string; event: string; seq: number; state: string }>`
    SELECT 'msg_' || id AS id, entity_id AS entity, event, seq, state FROM webhook_deliveries
    WHERE endpoint_id = ${endpointId} ORDER BY seq`
  const recorded = new Map(rows.map((row) => [row.id, row]))
  for (const { event, state } of rows) {
    assert.include(
      REPLACEABLE.has(event) ? ["delivered", "superseded", "dead"] : ["delivered", "dead"],
      state
    )
  }
  const newest = new Map(rows.map(({ entity, state }) => [entity, state]))
  assert.notInclude([...newest.values()], "superseded")
  // Only what is sent again on request may arrive after a later one.
  const isPlain = !steps.some(
    ({ answer, does }) => answer === 410 || ["pause", "resume", "replay"].includes(does)
  )
  const latest = new Map<string, number>()
  const arrived = new Set<string>()
  for (const { headers, raw, webhookId } of partner.arrivals) {
    const { entity, seq } = recorded.get(webhookId) ?? assert.fail("an unknown webhook")
    if (isPlain || !arrived.has(webhookId))
      assert.isAtLeast(seq, latest.get(entity) ?? 0, "a webhook arrived after a later one of its entity")
    arrived.add(webhookId)
    latest.set(entity, Math.max(seq, latest.get(entity) ?? 0))
    const signed = headers as Record<string, string>
    assert.isTrue(
      secrets.some((known) => verifies(Redacted.value(known), { raw, headers: signed })),
      "a webhook that nobody can verify"
    )
  }
  const completed = partner.accepted.findIndex(
    (id) => recorded.get(id)?.event === "onboarding_session_completed"
  )
  const after = completed < 0 ? [] : partner.accepted.slice(completed + 1)
  assert.isFalse(
    after.some((id) => recorded.get(id)?.event === "onboarding_session_changed"),
    "something was sent for a session after its completion"
  )
  assert.strictEqual(partner.overlaps(), 0)
})

layer(TestWebhooks.layer, { excludeTestServices: true })("the order of webhooks", (it) => {
  it.effect(
    "whatever happens, an entity's webhooks first arrive in their order, none is lost, and completion is the last [R-3-15, R-6-28]",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<SqlClient.SqlClient>()
        const run = Effect.runPromiseWith(context as never)
        const schedules = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), (steps) =>
          run(Effect.scoped(live(steps)) as Effect.Effect<void>)
        )
        yield* Effect.promise(() =>
          fc.assert(schedules, {
            numRuns: RUNS,
            endOnFailure: true,
            examples: [[laterIsDueFirst]],
            // A schedule that never ends is a counterexample too, and is reported with its seed.
            ...(SEED === undefined ? {} : { seed: Number(SEED), timeout: PATIENCE })
          })
        )
      }),
    { timeout: 120_000 + RUNS * 10_000 }
  )
})
