import * as Effect from "effect/Effect"
import { FundCallOperations } from "@embedded-super/service/funds"
import { noted } from "../../Figure.ts"
import { judgeRegistrations } from "../../registration/judgeRegistrations.ts"
import { untilSettled } from "../../registration/ledger.ts"
import { registrationScene } from "../../registration/scene.ts"
import type { RowContext, Size } from "../../Row.ts"
import { startWorker } from "../../world/programsOf.ts"

/** Registrations at each of the two funds. */
const sizes: Readonly<Record<Size, number>> = { short: 100, usual: 5000, long: 10_000 }

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
export const flood = Effect.fnUntraced(function* (context: RowContext) {
  const { say, size, world } = context
  const count = sizes[size]
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
