import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import { randomUUID } from "node:crypto"
import { Connections } from "../../database/Connections.ts"
import { CHANNEL, jobsRepo } from "../JobsRepo.ts"
import { supervised } from "../supervised.ts"
import { JobStoreSettings } from "./jobStoreSettings.ts"

const LOOKS = "it looks for jobs ten times a second"

/**
 * Tells other processes that a queue has a job, and hears them tell it: NOTIFY and LISTEN.
 *
 * A notification is a hint. If it is lost, the next sweep finds the job. It is sent after the commit and not within the
 * transaction, because PostgreSQL lets only one transaction with a NOTIFY commit at a time.
 *
 * The trap: a pooler that gives each transaction another session accepts LISTEN, and then delivers nothing. So this
 * process listens only once a notification of its own has arrived.
 */
export const makeAnnouncements = Effect.gen(function* () {
  const repo = yield* jobsRepo
  const pg = yield* PgClient.PgClient
  const { pooler } = yield* Connections
  const { arrivesWithin, listenAgainAfter } = yield* JobStoreSettings
  const self = randomUUID().slice(0, 8)
  const queues = new Set<string>()
  const hasNews = Latch.makeUnsafe()
  let isListening = false
  let wasDeaf = false

  const tell = Effect.suspend(() => {
    const names = [...queues]
    queues.clear()
    hasNews.closeUnsafe()
    if (names.length === 0) return Effect.void
    return repo.notify(names.map((queue) => `${self} ${queue}`)).pipe(
      Effect.onInterrupt(() => Effect.sync(() => names.forEach((name) => queues.add(name)))),
      Effect.catch((error) => Effect.logDebug("Other processes weren't told about a job", error))
    )
  })
  // The last offers of a process that ends, such as a command. It waits for no database that doesn't answer.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(tell), "2 seconds"))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(hasNews.await, tell)))

  const listenOnce = (hear: (queue: string | undefined) => void) =>
    Effect.gen(function* () {
      const notifications = yield* pg.listen(CHANNEL)
      const isOwn = Effect.map(Queue.take(notifications), ({ payload }) => {
        const [sender, queue] = payload.split(/ (.*)/)
        if (sender === self) return true
        hear(queue === "*" ? undefined : queue)
        return false
      })
      yield* repo.notify([`${self} `])
      const arrived = yield* Effect.timeoutOption(
        Effect.repeat(isOwn, { until: (own) => own }),
        arrivesWithin
      )
      if (arrived._tag === "None") return
      isListening = true
      // Jobs that were offered before.
      hear(undefined)
      yield* wasDeaf ? Effect.logInfo("PostgreSQL's notifications reach this process again") : Effect.void
      wasDeaf = false
      return yield* Effect.forever(isOwn)
    }).pipe(
      Effect.scoped,
      Effect.ensuring(
        Effect.sync(() => {
          isListening = false
          hear(undefined)
        })
      )
    )

  return {
    /** Tells other processes, soon. */
    announce: (queue: string) => {
      queues.add(queue)
      hasNews.openUnsafe()
    },

    /** Whether notifications of other processes arrive. */
    isListening: () => isListening,

    /** Listens for ever. `hear` gets the queue that has a job, or undefined if it may be any. */
    listen: (hear: (queue: string | undefined) => void) =>
      pooler === "transaction"
        ? Effect.andThen(
            Effect.logInfo(`With DATABASE_POOLER=transaction this process can't listen; ${LOOKS}`),
            Effect.never
          )
        : supervised(
            "Listening for jobs",
            Effect.gen(function* () {
              yield* listenOnce(hear)
              if (!wasDeaf)
                yield* Effect.logWarning(`PostgreSQL's notifications don't reach this process; ${LOOKS}`)
              wasDeaf = true
              yield* Effect.sleep(listenAgainAfter)
            })
          )
  }
})
