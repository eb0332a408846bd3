/**
 * The store behind `Jobs`: the `PersistedQueueStore` of Effect over its own table `effect_queue`, for PostgreSQL alone
 * (D-job-store). `claiming` asks for due jobs, `holds` keeps and ends the claims, `Announcements` wakes other processes.
 *
 * Why not Effect's store for SQL: it asks for each queue by itself, with a statement whose text is new each time.
 *
 * The trap: a process may end anywhere. A claim is a lease: it presents its lock with every write, and another process
 * may claim the job once the lease has expired. All wake-ups are hints; a sweep every 5 seconds needs none of them.
 */

import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as SqlClient from "effect/sql/SqlClient"
import { count } from "../../metrics/counting.ts"
import { jobsRepo } from "../JobsRepo.ts"
import { supervised } from "../supervised.ts"
import { Announcements } from "./Announcements.ts"
import { makeClaiming } from "./claiming.ts"
import type { Job, Settlement } from "./ClaimsRepo.ts"
import { makeHolds } from "./holds.ts"

type Store = PersistedQueue.PersistedQueueStore["Service"]
type TakeOptions = Parameters<Store["take"]>[0]

/** An id that Effect's queue made, because the offer gave none. No other offer can have it. */
const isGenerated = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** What the metrics call the end of a claim. */
const OUTCOMES: { readonly [End in Settlement["outcome"]]: string } = {
  forgotten: "done",
  done: "done",
  failed: "failed",
  retried: "retried",
  released: "released"
}

const settlementOf = Effect.fnUntraced(function* (
  job: Job,
  exit: Exit.Exit<unknown, unknown>,
  { maxAttempts, retryDelay }: TakeOptions
): Effect.fn.Return<Settlement> {
  if (exit._tag === "Success") return { job, outcome: isGenerated(job.id) ? "forgotten" : "done" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { job, outcome: "released" }
  const failure = Cause.pretty(exit.cause)
  // A job that this process can't read is retried, too: a newer version may have written it, and can read it.
  if (job.attempts >= maxAttempts) return { job, outcome: "failed", failure }
  const delaySeconds = Math.ceil(Duration.toSeconds(yield* retryDelay(job.attempts)))
  return { job, outcome: "retried", delaySeconds, failure }
})

const failed = (message: string) => (cause: Cause.Cause<unknown>) =>
  Effect.fail(new PersistedQueue.PersistedQueueError({ message, cause }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* jobsRepo
  const holds = yield* makeHolds
  const announcements = yield* Announcements
  const isTaking = Latch.makeUnsafe()

  /** A job is due in `seconds`. Other processes need to know only if this one has no free taker for it. */
  const waits = (queue: string, seconds: number) => {
    claiming.expect(queue, seconds)
    if (!claiming.hasFree(queue)) announcements.announce(queue)
  }

  const end = (settlement: Settlement) =>
    Effect.tap(holds.settle(settlement), () => {
      const { delaySeconds = 0, job, outcome } = settlement
      if (outcome === "retried" || outcome === "released") waits(job.queue, delaySeconds)
      return count("embedded_super_jobs_total", { queue: job.queue, outcome: OUTCOMES[outcome] })
    })

  const claiming = yield* makeClaiming({
    isListening: announcements.isListening,
    give: holds.hold,
    giveBack: (job) => Effect.ignore(end({ job, outcome: "released" }))
  })
  const hear = (queue: string | undefined) => claiming.expect(queue, 0)
  const background = [supervised("The claims of jobs", claiming.step), announcements.listen(hear)]
  yield* Effect.forEach(background, (each) => Effect.forkScoped(Effect.andThen(isTaking.await, each)))

  return PersistedQueue.PersistedQueueStore.of({
    offer: ({ delay = Duration.zero, element, id, name }) => {
      const delaySeconds = Math.ceil(Duration.toSeconds(delay))
      return repo
        .offer({ queue: name, id, element: JSON.stringify(element), delaySeconds })
        .pipe(
          Effect.andThen(sql.afterCommit(Effect.sync(() => waits(name, delaySeconds)))),
          Effect.catchCause(failed("A job can't be offered"))
        )
    },

    take: (options) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          isTaking.openUnsafe()
          const job = yield* claiming.take(options.name, options.maxAttempts, restore)
          yield* Effect.addFinalizer((exit) =>
            Effect.flatMap(settlementOf(job, exit, options), (settlement) => Effect.orDie(end(settlement)))
          )
          return { id: job.id, attempts: job.attempts, element: JSON.parse(job.element) as unknown }
        })
      ),

    cleanup: Effect.fnUntraced(
      function* ({ failedTimeToLive, timeToLive }) {
        const ages = { completed: timeToLive, failed: failedTimeToLive ?? Duration.infinity }
        for (const [state, age] of Object.entries(ages)) {
          if (!Duration.isFinite(age)) continue
          const removeSome = repo.removeEnded(state as keyof typeof ages, Duration.toSeconds(age))
          yield* Effect.repeat(removeSome, { while: (count) => count === 1000 })
        }
      },
      Effect.catchCause(failed("Ended jobs can't be deleted"))
    )
  })
})

/** One store for the whole process. */
export const jobStore = Layer.effect(PersistedQueue.PersistedQueueStore, make).pipe(
  Layer.provide(Announcements.layer)
)
