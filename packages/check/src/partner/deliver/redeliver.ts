/**
 * Repeats the deliveries that a receiver was too busy for, as the service does: after 429 and 503 when `Retry-After` is over, and
 * a few times after a failure without it. A receiver that limits its rate is right, and is judged by its answer in the end.
 *
 * The trap: many deliveries wait at a time, and not all are accepted when they come again. So each has several attempts,
 * and the later ones are spread.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { waiting } from "../../run/Stopwatch.ts"
import { type Answer, isAccepted } from "../PartnerUnderTest.ts"
import { CurrentCheck, type Exchanges, type Exchange } from "../../exchange/Exchange.ts"

/** The kit waits no longer for one delivery, over all its attempts. */
const WAITS_MS = 20_000

/** Before the next attempt after a failure that names no time. The service waits for five seconds. */
const FAILURE_MS = 250

/** So many attempts fail before a receiver that fails now and then counts as one that fails. The service makes 13. */
const FAILED_ATTEMPTS = 4

/** Each further wait is longer by this. */
const SPREAD_MS = 150

/** The receiver couldn't take it for now, and it isn't known whether it would. */
export const isBusy = ({ headers, status }: Answer): boolean =>
  status === 429 || (status === 503 && headers["retry-after"] !== undefined)

const isFailure = ({ status }: Answer): boolean => status === 429 || (status !== null && status >= 500)

/** Milliseconds that a busy receiver asks for: seconds, or a date. Undefined if it names no time. */
const askedFor = ({ headers }: Answer, now: number): number | undefined => {
  const text = headers["retry-after"]
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Its function delivers by `attempt`; the last answer counts. */
export const makeRedeliver = () => {
  /** A delivery was given up, and none has been accepted since: then no other waits. */
  let isHopeless = false

  return (
    attempt: Effect.Effect<Answer>,
    { retriesFailures }: { readonly retriesFailures: boolean }
  ): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      let answer = yield* attempt
      let waited = 0
      for (let tries = 1; isFailure(answer) && !isHopeless; tries++) {
        const asked = isBusy(answer) ? askedFor(answer, yield* Clock.currentTimeMillis) : undefined
        if (asked === undefined && !(retriesFailures || isBusy(answer))) break
        const wait = (asked ?? FAILURE_MS) + SPREAD_MS * (tries - 1)
        waited += wait
        if (waited > WAITS_MS || (asked === undefined && tries === FAILED_ATTEMPTS)) {
          isHopeless = true
          break
        }
        yield* waiting(Effect.sleep(Duration.millis(wait)))
        answer = yield* attempt
      }
      if (isAccepted(answer)) isHopeless = false
      return answer
    })
}

/** As many calls of one check show what it does; a burst has thousands. */
const enough = 60

const isOrdinary = ({ answer, failure }: Omit<Exchange, "id" | "check">): boolean =>
  failure === undefined && answer !== undefined && answer.status !== null && answer.status < 300

/**
 * Records the first calls of each check, and then only those that went wrong. One that isn't recorded has the id of the one
 * before, which is of its kind.
 */
export const fewExchanges = (exchanges: Exchanges): Exchanges => {
  const counts = new Map<string | undefined, { ordinary: number; wrong: number; last: Exchange }>()
  return {
    ...exchanges,
    record: (made, id) =>
      Effect.gen(function* () {
        const check = yield* CurrentCheck
        const so = counts.get(check)
        const kind = isOrdinary(made) ? "ordinary" : "wrong"
        if (so !== undefined && so[kind] >= enough) return so.last
        const last = yield* exchanges.record(made, id)
        counts.set(check, { ordinary: 0, wrong: 0, ...so, [kind]: (so?.[kind] ?? 0) + 1, last })
        return last
      })
  }
}
