import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { randomUUID } from "node:crypto"
import { claimsRepo, type Job } from "./ClaimsRepo.ts"
import { JobStoreSettings } from "./jobStoreSettings.ts"

/** A waiting `take`. */
interface Taker {
  job: Job | undefined
  readonly given: Deferred.Deferred<void>
}

/** A queue from which this process takes. */
interface Line {
  readonly name: string
  readonly maxAttempts: number
  readonly takers: Array<Taker>
  /** When the next job may be due, by the monotonic clock. */
  dueAt: number
}

interface Options {
  readonly isListening: () => boolean
  /** Called with each claimed job. */
  readonly give: (job: Job) => void
  /** Called with a claimed job whose taker has left. */
  readonly giveBack: (job: Job) => Effect.Effect<void>
}

/**
 * Claims jobs for all queues from which this process takes, with one statement at a time.
 *
 * It asks only for queues that have a free taker and may have a due job: after an offer, a notification, at the due
 * time of the next job, and with each sweep. So an idle process sends one statement a sweep.
 */
export const makeClaiming = Effect.fnUntraced(function* ({ give, giveBack, isListening }: Options) {
  const claims = yield* claimsRepo
  const clock = yield* Clock.Clock
  const { lookEvery, sweepEvery } = yield* JobStoreSettings
  const lines = new Map<string, Line>()
  const news = Latch.makeUnsafe()
  let askedAllAt = Number.NEGATIVE_INFINITY

  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1000

  const lineOf = (name: string, maxAttempts: number) => {
    const line = lines.get(name) ?? { name, maxAttempts, takers: [], dueAt: now() }
    lines.set(name, line)
    return line
  }

  /** Expects a job of this queue, or of any, in `seconds`. */
  const expect = (name: string | undefined, seconds: number) => {
    for (const line of name === undefined ? lines.values() : [lines.get(name)]) {
      if (line !== undefined) line.dueAt = Math.min(line.dueAt, now() + seconds * 1000)
    }
    news.openUnsafe()
  }

  const expectOf = (asked: ReadonlyArray<Line>) =>
    Effect.sync(() => {
      for (const { name } of asked) expect(name, 0)
    })

  const ask = Effect.fnUntraced(function* (asked: ReadonlyArray<Line>) {
    const lock = randomUUID()
    const wanted = asked.map(({ maxAttempts, name, takers }) => ({ name, maxAttempts, free: takers.length }))
    for (const line of asked) line.dueAt = Number.POSITIVE_INFINITY
    // A process that stops waits for no database that doesn't answer: the claims then expire.
    const abandon = claims
      .abandon(wanted, lock)
      .pipe(Effect.interruptible, Effect.timeoutOption("2 seconds"), Effect.ignore)
    return yield* claims.claim(wanted, lock).pipe(
      Effect.onError(() => expectOf(asked)),
      Effect.onInterrupt(() => abandon)
    )
  })

  const claim = (asked: ReadonlyArray<Line>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { jobs, next } = yield* restore(ask(asked))
        for (const { name } of asked) {
          const seconds = next.get(name)
          // Nothing about the next one: there may be more that are due.
          if (seconds !== null) expect(name, seconds ?? 0)
        }
        for (const job of jobs) {
          give(job)
          const taker = lines.get(job.queue)?.takers.shift()
          if (taker === undefined) {
            yield* giveBack(job)
            continue
          }
          taker.job = job
          Deferred.doneUnsafe(taker.given, Effect.void)
        }
      })
    )

  const step = Effect.gen(function* () {
    // Takers that become free together are counted together.
    yield* Effect.yieldNow
    news.closeUnsafe()
    const waiting = [...lines.values()].filter(({ takers }) => takers.length > 0)
    const sweepAt = askedAllAt + Duration.toMillis(isListening() ? sweepEvery : lookEvery)
    const at = now()
    const asked = at >= sweepAt ? waiting : waiting.filter(({ dueAt }) => dueAt <= at)
    if (asked.length > 0) {
      if (asked === waiting) askedAllAt = at
      return yield* claim(asked)
    }
    if (waiting.length === 0) return yield* news.await
    const nextAt = Math.min(sweepAt, ...waiting.map(({ dueAt }) => dueAt))
    yield* Effect.timeoutOption(news.await, Math.ceil(nextAt - at))
  })

  /** Waits for a job. In a region that can't be interrupted, so that a job which was given is never lost. */
  const take = (
    name: string,
    maxAttempts: number,
    restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  ) =>
    Effect.suspend(() => {
      const { takers } = lineOf(name, maxAttempts)
      const taker: Taker = { job: undefined, given: Deferred.makeUnsafe() }
      takers.push(taker)
      news.openUnsafe()
      const leave = Effect.suspend(() => {
        const place = takers.indexOf(taker)
        if (place >= 0) takers.splice(place, 1)
        return taker.job === undefined ? Effect.void : giveBack(taker.job)
      })
      return restore(Deferred.await(taker.given)).pipe(
        Effect.onInterrupt(() => leave),
        Effect.map(() => taker.job as Job)
      )
    })

  return {
    expect,
    take,
    /** Whether a taker of the queue waits for a job. */
    hasFree: (name: string) => (lines.get(name)?.takers.length ?? 0) > 0,
    step
  }
})
