import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { Connections } from "../../database/DatabaseUrl.ts"
import { CHANNEL, jobsRepo } from "../JobsRepo.ts"
import { supervised } from "../supervised.ts"
import { JobStoreSettings } from "./jobStoreSettings.ts"

const DEAF = "PostgreSQL's notifications don't reach this process; it looks for jobs ten times a second"

/** A worker of this process that does the work of a value without jobs. */
export interface Subscriber {
  /** Whether the worker is certain to do the work now. */
  readonly isReady: () => boolean
  /** Notifies the worker that the value may have work. */
  readonly notify: () => void
}

/** A notification: "sender queue", and for a subscriber the element on a second line. */
const payloadOf = (sender: string, queue: string, element?: string) =>
  element === undefined ? `${sender} ${queue}` : `${sender} ${queue}\n${element}`

const read = (payload: string) => {
  const [, sender = "", queue = "", element] = /^(\S*) ([^\n]*)(?:\n(.*))?$/s.exec(payload) ?? []
  return { sender, queue: queue === "*" ? undefined : queue, element }
}

const keyOf = (queue: string, element: string) => `${queue}\n${element}`

const make = Effect.gen(function* () {
  const repo = yield* jobsRepo
  const pg = yield* PgClient.PgClient
  const { pooler } = yield* Connections
  const { arrivesWithin, listenAgainAfter } = yield* JobStoreSettings
  const self = randomUUID().slice(0, 8)
  const unsent = new Set<string>()
  const hasNews = Latch.makeUnsafe()
  const subscribers = new Map<string, Subscriber>()
  let isListening = false
  let wasDeaf = false

  const send = Effect.suspend(() => {
    const payloads = [...unsent]
    unsent.clear()
    hasNews.closeUnsafe()
    if (payloads.length === 0) return Effect.void
    return repo.notify(payloads).pipe(
      Effect.onInterrupt(() => Effect.sync(() => payloads.forEach((payload) => unsent.add(payload)))),
      Effect.catch((error) => Effect.logDebug("Other processes weren't notified of a job", error))
    )
  })
  // The last offers of a process that ends, such as a command. It waits for no database that doesn't answer.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(send), "2 seconds"))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(hasNews.await, send)))

  const notifyHere = (queue: string, element: string) => {
    const subscriber = subscribers.get(keyOf(queue, element))
    if (subscriber?.isReady() !== true) return false
    subscriber.notify()
    return true
  }

  const listenOnce = (hear: (queue: string | undefined) => void) =>
    Effect.gen(function* () {
      const notifications = yield* pg.listen(CHANNEL)
      const isOwn = Effect.map(Queue.take(notifications), ({ payload }) => {
        const { element, queue, sender } = read(payload)
        if (sender === self) return true
        if (queue === undefined || element === undefined) hear(queue)
        else notifyHere(queue, element)
        return false
      })
      yield* repo.notify([payloadOf(self, "")])
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

  return Announcements.of({
    announce: (queue, element) => {
      unsent.add(payloadOf(self, queue, element))
      hasNews.openUnsafe()
    },

    subscribe: (queue, element, subscriber) => {
      const key = keyOf(queue, element)
      subscribers.set(key, subscriber)
      return () => {
        if (subscribers.get(key) === subscriber) subscribers.delete(key)
      }
    },

    hasSubscriber: (queue, element) => subscribers.get(keyOf(queue, element))?.isReady() === true,

    notifyHere,

    isListening: () => isListening,

    listen: (hear) =>
      pooler === "transaction"
        ? Effect.andThen(
            Effect.logInfo(
              "With DATABASE_POOLER=transaction this process can't listen; it looks for jobs ten times a second"
            ),
            Effect.never
          )
        : supervised(
            "Listening for jobs",
            Effect.gen(function* () {
              yield* listenOnce(hear)
              if (!wasDeaf) yield* Effect.logWarning(DEAF)
              wasDeaf = true
              yield* Effect.sleep(listenAgainAfter)
            })
          )
  })
})

/**
 * Announces that a queue has a job: to a subscriber in this process, and to other processes by NOTIFY.
 *
 * A notification is a hint. If it is lost, the next sweep finds the job. It is sent after the commit and not within the
 * transaction, because PostgreSQL lets only one transaction with a NOTIFY commit at a time.
 *
 * The trap: a pooler that gives each transaction another session accepts LISTEN, and then delivers nothing. So this
 * process listens only once a notification of its own has arrived.
 */
export class Announcements extends Context.Service<
  Announcements,
  {
    /** Notifies other processes, soon, that a queue has a job or, with an element, news for its subscriber. */
    readonly announce: (queue: string, element?: string) => void
    /** Notifies the subscriber of news of this element, from any process, until the result is called. */
    readonly subscribe: (queue: string, element: string, subscriber: Subscriber) => () => void
    /** Whether a subscriber in this process is ready. */
    readonly hasSubscriber: (queue: string, element: string) => boolean
    /** Notifies this process's subscriber; false if none is ready. */
    readonly notifyHere: (queue: string, element: string) => boolean
    /** Whether notifications of other processes arrive. */
    readonly isListening: () => boolean
    /** Listens for ever. `hear` gets the queue that has a job, or undefined if it may be any. */
    readonly listen: (hear: (queue: string | undefined) => void) => Effect.Effect<never>
  }
>()("@embedded-super/service/platform/jobs/store/Announcements") {
  static readonly layer: Layer.Layer<Announcements, never, SqlClient.SqlClient | PgClient.PgClient> =
    Layer.effect(Announcements, make)
}
