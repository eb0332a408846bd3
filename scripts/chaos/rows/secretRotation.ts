import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import { WebhookEndpoints } from "../../../packages/service/src/webhooks/endpoints/WebhookEndpoints.ts"
import { exactly, judged, violationsOf } from "../Figure.ts"
import { judge } from "../judge/judge.ts"
import type { Arrival } from "../judge/Logs.ts"
import { verifies } from "../judge/rules/everyRequestVerifies.ts"
import type { Row, Size } from "../Row.ts"
import { endpointOf } from "../world/Cell.ts"
import { collect } from "../world/collect.ts"
import { emitFresh, type Recorded } from "../world/emit.ts"
import { untilIdle, workInProcess } from "../world/inProcess.ts"
import { makeShift } from "../world/Shift.ts"

const PER_SECOND = 200
/** Real seconds of sending in each window of thirty seconds; the rest of the window passes at once. */
const SECONDS = 3
const windowsOf: Readonly<Record<Size, number>> = { short: 4, usual: 20, long: 20 }

/** A worker reads new secrets when it renews its lease; a request that was signed before is still valid. */
const RENEWAL = 3_500

const wall = () => performance.timeOrigin + performance.now()

/** Sends at an even rate for a while. */
const sendEvenly = (send: Effect.Effect<void>) =>
  Effect.forEach(
    Array.from({ length: SECONDS * 10 }),
    () => Effect.all([send, Effect.sleep("100 millis")], { concurrency: 2 }),
    { discard: true }
  )

/**
 * Row 12: a receiver that deploys each new secret a while later verifies everything; one that never does verifies
 * nothing.
 */
export const secretRotation: Row = {
  number: 12,
  title: "secret rotation",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const receiver = yield* world.receiver("rotation", seed)
    const cell = yield* world.cell(world.server, receiver, "rotation")
    const endpoint = endpointOf(cell)
    const shift = makeShift(cell)
    const endpoints = yield* cell.run(WebhookEndpoints)
    const secrets: Array<{ readonly secret: string; readonly madeAt: number; readonly learntAt: number }> = [
      { secret: endpoint.secret, madeAt: wall(), learntAt: wall() }
    ]
    const acknowledged: Array<Recorded> = []
    const send = Effect.map(
      cell.run(emitFresh(endpoint, PER_SECOND / 10, "onboarding_session_changed")),
      (recorded) => void acknowledged.push(...recorded)
    ).pipe(Effect.orDie)
    const rotate = Effect.map(cell.run(endpoints.rotateSecret(endpoint.productId)), (secret) =>
      Redacted.value(Option.getOrThrow(secret))
    )
    yield* workInProcess(cell)
    for (let window = 1; window <= windowsOf[size]; window += 1) {
      const [, made] = yield* Effect.all(
        [
          sendEvenly(send),
          Effect.delay(
            Effect.map(rotate, (secret) => ({ secret, madeAt: wall() })),
            "500 millis"
          )
        ],
        { concurrency: 2 }
      )
      yield* untilIdle(cell)
      yield* shift.pass(`${30 - SECONDS} seconds`)
      // The partner deploys the new secret late in the window.
      secrets.push({ ...made, learntAt: wall() })
      if (window % 5 === 0) yield* say(`${window} of ${windowsOf[size]} rotations`)
    }
    yield* untilIdle(cell)
    const { logs } = yield* collect(cell, { acknowledged, ahead: shift.ahead })
    const judgement = judge(logs)

    const verifiers = secrets.map(({ secret }) => new Webhook(secret))
    const isTaken = (arrival: Arrival, nth: number) => {
      const verifier = verifiers[nth]
      return verifier !== undefined && verifies(arrival, verifier)
    }
    const known = ({ wall }: Arrival) => secrets.findLastIndex(({ learntAt }) => learntAt <= wall)
    const outdated = logs.arrivals.flatMap((arrival) => {
      // The newest that has been replaced twice for longer than a worker takes to notice.
      const nth = secrets.findLastIndex(({ madeAt }) => madeAt + RENEWAL <= arrival.wall) - 2
      return nth >= 0 ? [{ arrival, nth }] : []
    })
    return {
      runs: `${secrets.length - 1} rotations, ${acknowledged.length} events at ${PER_SECOND} a second`,
      figures: [
        exactly(
          "not verified by the one secret that a receiver knows",
          logs.arrivals.filter((arrival) => !isTaken(arrival, known(arrival))).length,
          0
        ),
        exactly(
          "verified by a secret whose overlap is over",
          outdated.filter(({ arrival, nth }) => isTaken(arrival, nth)).length,
          0
        ),
        exactly("delivered", judgement.delivered, acknowledged.length),
        ...judged([judgement])
      ],
      notes: violationsOf([judgement])
    }
  })
}
