/**
 * How long the kit waits for the receiver's calls back, and how it judges one that doesn't come.
 *
 * The trap: a receiver may stop all its calls for a while after one was refused. That a call doesn't come says nothing then,
 * so the receiver gets one more webhook: if it calls about that one, it hasn't stopped.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { within } from "../run/deadline.ts"
import { waiting } from "../run/Stopwatch.ts"
import type { Entity, Which } from "./PartnerUnderTest.ts"
import type { Callbacks } from "./service/Callbacks.ts"

/** How long the receiver may take to call back, if the settings don't say. */
const CALL_BACK_WITHIN_MS = 5000

/** For how many milliseconds nothing may happen before the kit takes the receiver's work as done. */
const QUIET_MS = 150

/** At least so many times as long as the receiver just took for one delivery and its call back. */
const QUIET_PER_ANSWER = 3

/** The patience with a receiver that has fetched nothing within the whole time: it never calls, or each call is refused. */
const LAST_PATIENCE_MS = 300

/** Calls that begin so soon after a refusal were under way already: a receiver makes several at a time. */
const UNDER_WAY_MS = 500

/** Refusals after which a call is made again later. */
const isRefusedForNow = (status: number): boolean => status === 429 || status >= 500

const both: ReadonlyArray<Which> = [0, 1]

interface PatienceOptions {
  readonly callbacks: Callbacks
  /** The server that isn't the service's. */
  readonly foreign: Callbacks
  /** `call_back_within_ms` of the settings. */
  readonly declared: number | undefined
  /** Whether the receiver fetches entities at all. */
  readonly fetches: boolean
  /** Delivers a webhook about a new employer, and returns that. */
  readonly probe: (product: Which) => Effect.Effect<Entity>
}

export const makePatience = ({ callbacks, declared, fetches, foreign, probe }: PatienceOptions) => {
  const ms = declared ?? CALL_BACK_WITHIN_MS
  let neverFetched = false
  const hasFetched = () => callbacks.all().some(({ status }) => status === 200)

  const until = (holds: () => boolean) =>
    Effect.suspend(() =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (!holds()) return
          end()
          resume(Effect.void)
        }
        const watches = [callbacks.watch(look), foreign.watch(look)]
        const end = () => watches.forEach((stop) => stop())
        look()
        return Effect.sync(end)
      }).pipe(
        within(neverFetched && !hasFetched() ? LAST_PATIENCE_MS : ms),
        waiting,
        Effect.andThen(Clock.currentTimeMillis),
        Effect.map((now) => {
          const held = holds()
          waitedUntil = now
          if (!held) neverFetched = !hasFetched()
          return held
        })
      )
    )

  const refusedAt = (product: Which) =>
    callbacks.all().findLast((call) => call.product === product && isRefusedForNow(call.status))?.endedAt

  /** For how many milliseconds of this time nothing shows that the receiver still calls: from a refusal to the next call. */
  const silence = (product: Which, from: number, to: number): number => {
    const calls = callbacks.all().filter((call) => call.product === product)
    let sum = 0
    let counted = from
    for (const { endedAt } of calls.filter(({ status }) => isRefusedForNow(status))) {
      const next = calls.find(({ beganAt }) => beganAt > endedAt + UNDER_WAY_MS)?.beganAt ?? to
      const begin = Math.max(counted, endedAt)
      const end = Math.min(next, to)
      sum += Math.max(0, end - begin)
      counted = Math.max(counted, end)
    }
    return sum
  }

  /** When the last wait ended, and when a product's receiver last showed that it still calls. */
  let waitedUntil = 0
  const showedAt = new Map<Which, number>()

  /** Whether the receiver may have been silent for most of a wait because of a refusal. */
  const isPausing = (product: Which): boolean => {
    const from = waitedUntil - ms
    return (showedAt.get(product) ?? -Infinity) < from && silence(product, from, waitedUntil) > ms / 2
  }

  const isFetched = ({ id }: Entity) => callbacks.about(id).some(({ status }) => status === 200)

  /** The refusal after which a product's receiver was seen to call no more. */
  const stoppedAfter = new Map<Which, number | undefined>()

  /** Lets a receiver that hasn't stopped show it. */
  const tryOnceMore = (product: Which) =>
    Effect.gen(function* () {
      const at = refusedAt(product)
      if (!fetches || !isPausing(product) || stoppedAfter.get(product) === at) return
      const probed = yield* probe(product)
      if (yield* until(() => isFetched(probed))) showedAt.set(product, waitedUntil)
      else stoppedAfter.set(product, at)
    })

  /** Waits until it holds. If it doesn't, it is known afterwards whether the receiver still calls. */
  const untilHeld = (holds: () => boolean) =>
    Effect.gen(function* () {
      if (yield* until(holds)) return true
      yield* Effect.forEach(both, tryOnceMore, { concurrency: "unbounded", discard: true })
      return holds()
    })

  /** The wait for a receiver that never stops calling is as long as for one that calls late. */
  const quiet = ({ id }: Entity, forMs: number) =>
    Effect.gen(function* () {
      let calls: number
      do {
        calls = callbacks.about(id).length
        yield* Effect.sleep(Duration.millis(forMs))
      } while (callbacks.about(id).length > calls)
    }).pipe(within(ms), waiting, Effect.asVoid)

  const settled = (entity: Entity) =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      if (fetches) {
        // The entity that is fetched last was delivered last, if the receiver works in order; the quiet time is for the rest.
        const last = yield* probe(0)
        yield* until(() => isFetched(last))
      }
      // A receiver on a busy machine needs longer for everything.
      const took = (yield* Clock.currentTimeMillis) - begun
      yield* quiet(entity, Math.max(QUIET_MS, QUIET_PER_ANSWER * took))
    })

  return { until: untilHeld, settled, isPausing, patience: { ms, isDeclared: declared !== undefined } }
}
