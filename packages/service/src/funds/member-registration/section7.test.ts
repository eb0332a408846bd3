import { assert, layer } from "@effect/vitest"
import { afterAll } from "vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type FundAnswer, fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  confirm,
  aReview,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime } from "../../../test/passTime.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { FundCredentials } from "../FundCredentials.ts"

/** A fund that answers these in turn, and the last of them for ever. */
const answering = (...answers: ReadonlyArray<FundAnswer>) =>
  fundServer((_, nth) => answers[nth - 1] ?? answers.at(-1) ?? 500)

const registered: FundAnswer = { status: 201, body: MEMBER }

const after = (seconds: number): FundAnswer => ({ status: 429, headers: { "retry-after": String(seconds) } })

/** What a fund answers, and what its calls are then: how long before each, and how the registration ends. */
interface Row {
  readonly title: string
  readonly answers: ReadonlyArray<FundAnswer>
  /** Seconds before each further call. */
  readonly waits: ReadonlyArray<number>
  readonly ends: { readonly state: string; readonly because: string; readonly parked?: boolean }
  readonly idempotency?: "honoured"
}

const rows: ReadonlyArray<Row> = [
  {
    title: "201: registered",
    answers: [registered],
    waits: [],
    ends: { state: "registered", because: "accepted" }
  },
  {
    title: "400: no retry [R-4.2-7, R-7-2]",
    answers: [400],
    waits: [],
    ends: { state: "failed", because: "refused" }
  },
  {
    title: "429: retried after the seconds of Retry-After [R-7-6, R-8-2]",
    answers: [after(30), registered],
    waits: [30],
    ends: { state: "registered", because: "accepted" }
  },
  {
    title: "429: three waits at most",
    answers: [after(5)],
    waits: [5, 5, 5],
    ends: { state: "failed", because: "rate_limited" }
  },
  {
    title: "429 with more than an hour: parked until then, and it goes on by itself",
    answers: [after(7200), registered],
    waits: [7200],
    ends: { state: "registered", because: "accepted" }
  },
  {
    title: "5xx: up to 3 retries, with exponential back-off [R-7-8, R-7-9, R-8-1]",
    answers: [500, 502, 503, 504],
    waits: [1, 4, 16],
    ends: { state: "failed", because: "server_error" }
  },
  {
    title: "5xx that passes: registered by the retry",
    answers: [503, 503, registered],
    waits: [1, 4],
    ends: { state: "registered", because: "accepted" }
  },
  {
    title: "5xx and 429 are counted apart",
    answers: [500, after(5), 500, after(5), 500, after(5), registered],
    waits: [1, 5, 4, 5, 16, 5],
    ends: { state: "registered", because: "accepted" }
  },
  {
    title: "a lost answer, where the fund honours the key: retried as a 5xx",
    answers: ["reset", registered],
    waits: [1],
    ends: { state: "registered", because: "accepted" },
    idempotency: "honoured"
  },
  {
    title: "a lost answer, where the fund ignores the key: parked",
    answers: ["reset"],
    waits: [],
    ends: { state: "waiting", because: "unknown", parked: true }
  },
  {
    title: "a placeholder instead of a member number: no retry",
    answers: [{ status: 201, body: { member_details: { member_number: "Pending" } } }],
    waits: [],
    ends: { state: "failed", because: "contract_violation" }
  }
]

/** What was seen, to be held against the table of the description. */
const seen: Array<readonly [rule: string, answers: string, calls: number, seconds: string, ends: string]> = []

const say = (answer: FundAnswer): string => {
  if (typeof answer !== "object") return String(answer)
  const wait = answer.headers?.["retry-after"]
  return wait === undefined ? String(answer.status) : `${answer.status} (Retry-After ${wait})`
}

afterAll(() => {
  const lines = [
    ["Rule of section 7", "the fund answers", "calls", "seconds before each retry", "ends"],
    ...seen.map((row) => row.map(String))
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const table = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  process.stdout.write(
    `\nObserved at a real endpoint, times by the database's clock:\n${table.join("\n")}\n\n`
  )
})

layer(TestRegistering.layer, { excludeTestServices: true })("section 7, at member registration", (it) => {
  for (const { answers, ends, idempotency, title, waits } of rows) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const server = yield* answering(...answers)
        const { session } = yield* aRegistration(server.url, idempotency === undefined ? {} : { idempotency })
        const waited: Array<string> = []
        for (const [index, seconds] of waits.entries()) {
          // Each time another worker: what was spent is in the ledger, and survives a restart.
          yield* Effect.scoped(
            Effect.gen(function* () {
              const worker = yield* startWorker()
              yield* worker.untilIdle
              assert.lengthOf(server.calls, index + 1)
              const { due, parked, wait } = yield* registrationOf(session)
              assert.isAtLeast(wait ?? 0, seconds)
              waited.push((wait ?? 0).toFixed(1))
              assert.isBelow(wait ?? 0, seconds + 2.5)
              assert.strictEqual(parked, seconds > 3600)
              yield* passTime(`${Math.max(0, (due ?? 0) - 0.9) * 1000} millis`)
              yield* worker.look(session)
              const early = yield* registrationOf(session)
              if ((early.due ?? 0) > 0) assert.lengthOf(server.calls, index + 1)
            })
          )
          yield* passTime("900 millis")
        }
        const worker = yield* startWorker()
        yield* worker.untilIdle
        const registration = yield* registrationOf(session)
        const calls = waits.length + 1
        assert.deepInclude(registration, { parked: false, ...ends, attempts: calls })
        yield* passTime("2 days")
        yield* worker.look(session)
        assert.lengthOf(server.calls, calls)
        const end = `${registration.state}${registration.parked ? ", parked" : ""} (${registration.because})`
        const said = answers.map(say).join(", ")
        seen.push([
          title.replace(/ \[.*/, ""),
          said,
          server.calls.length,
          waited.join(", ") || "no retry",
          end
        ])
        const headers = server.calls.map((call) => call.headers)
        assert.deepStrictEqual(
          new Set(headers.map((sent) => sent["idempotency-key"])),
          new Set([registration.id])
        )
        assert.strictEqual(new Set(headers.map((sent) => sent["x-request-id"])).size, calls)
        const { data_delivery_state, onboarding_session_super_selection } = yield* sessionOf(session)
        assert.deepStrictEqual(
          [data_delivery_state, onboarding_session_super_selection.outcome],
          ends.state === "registered"
            ? ["completed", "complete"]
            : ends.state === "failed"
              ? ["completed", "complete_without_member_number"]
              : ["pending_completion", "incomplete"]
        )
        assert.deepStrictEqual(
          (yield* issuesOf(session.employerId)).map(({ kind, status }) => `${kind} ${status}`),
          ends.state === "failed" ? ["member_registration_failed open"] : []
        )
      })
    )
  }

  for (const status of [401, 403]) {
    it.effect(
      `${status}: no call to the fund until its credentials are changed, then all go on by themselves [R-7-4]`,
      () =>
        Effect.gen(function* () {
          const server = yield* fundServer(({ headers }) =>
            headers["x-auth-key"] === FIXED ? registered : status
          )
          const { fund, session } = yield* aRegistration(server.url)
          const review = yield* aReview(fund)
          const worker = yield* startWorker()
          yield* worker.untilIdle
          assert.lengthOf(server.calls, 1)
          assert.deepInclude(yield* registrationOf(session), { because: "credentials", parked: true })
          yield* confirm(review).pipe(Effect.flip)
          yield* passTime("4 days")
          yield* worker.look(session)
          assert.lengthOf(server.calls, 1)
          yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(FIXED))
          yield* worker.untilIdle
          yield* confirm(review)
          yield* worker.untilIdle
          assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 2 })
          assert.deepInclude(yield* registrationOf(review), { state: "registered", attempts: 1 })
          assert.lengthOf(server.calls, 3)
          const rule = `${status}: no retry until credentials are fixed`
          seen.push([
            rule,
            `${status} until changed, then 201`,
            1,
            "none in 4 days",
            "then 2 more calls: both registered"
          ])
        })
    )
  }
})

const FIXED = "f".repeat(40)
