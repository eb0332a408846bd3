import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { SessionDeadlines } from "@embedded-super/service/onboarding"
import { at } from "@embedded-super/service/testing/stand-ins"
import { atLeast, exactly, noted } from "../../Figure.ts"
import { dice } from "../../random/dice.ts"
import { isReported, judgeRegistrations } from "../../registration/judgeRegistrations.ts"
import { untilSettled } from "../../registration/ledger.ts"
import { registrationScene } from "../../registration/scene.ts"
import type { RowContext, Size } from "../../Row.ts"
import { startWorker } from "../../world/programsOf.ts"

/** Registrations are those of both funds together. */
const sizes: Readonly<Record<Size, { kills: number; registrations: number }>> = {
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
export const kills = Effect.fnUntraced(function* (context: RowContext) {
  const { say, seed, size, world } = context
  const { kills, registrations } = sizes[size]
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
