import * as Effect from "effect/Effect"
import { FundCallOperations } from "@embedded-super/service/funds"
import { atLeast, exactly, noted, type Row, type RowContext, type Size } from "../Row.ts"
import { isReported, judgeRegistrations } from "../registration/judgeRegistrations.ts"
import { untilSettled } from "../registration/ledger.ts"
import { registrationScene } from "../registration/scene.ts"
import { startWorker } from "../world/programsOf.ts"
import * as SqlClient from "effect/sql/SqlClient"
import { SessionDeadlines } from "@embedded-super/service/onboarding"
import { at } from "@embedded-super/service/testing/stand-ins"
import { dice } from "../programs/faults.ts"

/** Registrations at each of the two funds. */
const floodOf: Readonly<Record<Size, number>> = { short: 100, usual: 5000, long: 10_000 }

/** Of all calls: 30 % 500, 10 % 429, 5 % resets after the body was read, 5 % timeouts; some of them after the work was done. */
const STORM = [
  { operation_id: "registerMember", play: "answer_status", status: 500, share: 30 },
  { operation_id: "registerMember", play: "answer_status", status: 429, retry_after_seconds: 1, share: 10 },
  { operation_id: "registerMember", play: "drop_after_work", share: 3 },
  { operation_id: "registerMember", play: "drop_before_answer", share: 2 },
  { operation_id: "registerMember", play: "no_answer", share: 3 },
  { operation_id: "registerMember", play: "answer_late", delay_ms: 2500, share: 2 }
] as const

/** Thousands register at a failing fund, and at one that also ignores keys; then both recover. */
const flood = Effect.fnUntraced(function* (context: RowContext) {
  const { say, size, world } = context
  const count = floodOf[size]
  const scene = yield* registrationScene(context, "flood", 1, { limits: { registration_timeout_seconds: 1 } })
  const { cell, run } = scene
  const funds = [yield* scene.withFund("honoured"), yield* scene.withFund("ignored")]
  const began = performance.now()
  yield* Effect.forEach(funds, ({ request }) => request(count), { concurrency: 2 })
  yield* say(`${count} registrations requested at each of two funds`)
  yield* Effect.forEach(funds, ({ fund }) => fund.play(STORM))

  const settled = (what: string) =>
    untilSettled(run, (left) =>
      say(`${what}: ${left} left after ${Math.round((performance.now() - began) / 1000)} s`)
    )
  const figures = yield* Effect.scoped(
    Effect.gen(function* () {
      const worker = yield* startWorker(cell, world, { looksOften: true })
      scene.printed.push(worker.printed)
      yield* worker.ready
      const passed = yield* settled("flood")
      const during = yield* Effect.forEach(funds, ({ bothSides }) => bothSides)
      // The funds recover. Calls that failed or wait for an operator are released where that can't make a double.
      yield* Effect.forEach(funds, ({ fund }) => fund.play([]))
      const released = yield* run(
        Effect.gen(function* () {
          const calls = yield* FundCallOperations
          const each = yield* Effect.forEach(funds, ({ stored }) =>
            Effect.orDie(calls.releaseFund(stored.slug))
          )
          return each.reduce((sum, { released }) => sum + released, 0)
        })
      )
      yield* say(`the funds recover: ${released} are released`)
      yield* settled("afterwards")
      const after = yield* Effect.forEach(funds, ({ bothSides }) => bothSides)
      const calls = during.flatMap(({ ledger }) => ledger).reduce((sum, { attempts }) => sum + attempts, 0)
      return [
        noted("calls in the flood", calls),
        noted("the clock was moved by", passed, "s"),
        ...during.flatMap((sides) => judgeRegistrations(sides)),
        noted("released once the funds recovered", released),
        ...after
          .flatMap((sides) =>
            judgeRegistrations(sides, { allRegistered: sides.fund.idempotency === "honoured", calls: false })
          )
          .filter(({ limit }) => limit !== "")
          .map((figure) => ({ ...figure, what: `afterwards, ${figure.what}` }))
      ]
    })
  )
  yield* scene.leave
  return { count: count * funds.length, figures }
})

/** Registrations are those of both funds together. */
const killsOf: Readonly<Record<Size, { kills: number; registrations: number }>> = {
  short: { kills: 3, registrations: 60 },
  usual: { kills: 50, registrations: 2000 },
  long: { kills: 500, registrations: 20_000 }
}

/** Answers take their time, so that many are under way when the service dies; some never come. */
const SLOW = [
  { operation_id: "registerMember", play: "drop_after_work", share: 3 },
  { operation_id: "registerMember", play: "answer_late", delay_ms: 150, share: 97 }
] as const

/** Milliseconds that a process lives, once it works. */
const LIFE = { least: 100, most: 1500 }

const FIVE_DAYS = 5 * 86_400_000

/** Kills the service repeatedly while it registers people, at random moments. */
const kills = Effect.fnUntraced(function* (context: RowContext) {
  const { say, seed, size, world } = context
  const { kills, registrations } = killsOf[size]
  const roll = dice(seed)
  const scene = yield* registrationScene(context, "kills", 3, { webhooks: true })
  const { cell, run } = scene
  const funds = [yield* scene.withFund("honoured"), yield* scene.withFund("ignored")]
  yield* Effect.forEach(funds, ({ fund }) => fund.play(SLOW))
  let killed = 0

  for (let nth = 1; nth <= kills; nth += 1) {
    const share = Math.round((registrations / funds.length / kills) * nth)
    yield* Effect.forEach(funds, ({ registrants, request }) => request(share - registrants.length))
    yield* Effect.scoped(
      Effect.gen(function* () {
        const worker = yield* startWorker(cell, world)
        scene.printed.push(worker.printed)
        yield* worker.ready
        yield* Effect.sleep(LIFE.least + roll() * (LIFE.most - LIFE.least))
        yield* worker.signal("SIGKILL")
        if ((yield* worker.ended) === "SIGKILL") killed += 1
      })
    )
    if (nth % 10 === 0) yield* say(`${nth} of ${kills} kills`)
  }

  yield* Effect.scoped(
    Effect.gen(function* () {
      const worker = yield* startWorker(cell, world, { looksOften: true })
      scene.printed.push(worker.printed)
      yield* worker.ready
      yield* untilSettled(run, (left) => say(`after the last kill: ${left} left`))
    })
  )
  const sides = yield* Effect.forEach(funds, ({ bothSides }) => bothSides)
  const rows = sides.flatMap(({ ledger }) => ledger)
  const lost = rows.reduce((sum, { outcomes }) => sum + (outcomes["unknown"] ?? 0), 0)
  // Five days later no session waits for its fund any more.
  const limit = new Date(Date.now() + FIVE_DAYS + 3_600_000).toISOString()
  yield* run(Effect.flatMap(SessionDeadlines, (deadlines) => deadlines.completeUnanswered).pipe(at(limit)))
  const stuck = yield* run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT FROM onboarding_sessions WHERE state = 'pending_completion'`
    )
  )
  yield* scene.leave
  return {
    count: registrations,
    killed,
    figures: [
      exactly("kill -9 of the service", killed, kills),
      atLeast("calls whose answer was lost by them, or by a reset", lost, kills / 5),
      ...sides
        .flatMap((both) => judgeRegistrations(both))
        .map((figure) => ({ ...figure, what: `killed, ${figure.what}` })),
      exactly("killed: told as failed", rows.filter(isReported).length, 0),
      noted(
        "sessions that waited for an operator",
        rows.filter(({ session_state }) => session_state === "pending_completion").length
      ),
      exactly("sessions that still wait after five days", stuck.length, 0)
    ]
  }
})

/** Row 14: for any answers of a fund and any death of the service, no member is registered twice, and none is lost. */
export const registrationExactlyOnce: Row = {
  number: 14,
  title: "registration exactly once",
  run: Effect.fnUntraced(function* (context) {
    const flooded = yield* Effect.scoped(flood(context))
    const killed = yield* Effect.scoped(kills(context))
    return {
      runs: `${flooded.count} registrations at two funds in bad shape, ${killed.count} with ${killed.killed} kills`,
      figures: [...flooded.figures, ...killed.figures],
      notes: []
    }
  })
}
