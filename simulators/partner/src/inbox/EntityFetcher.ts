/**
 * Step 7 of an integration: after a webhook was answered, fetch the entity that it names, with the key of its product.
 *
 * Why the SDK's `fetchEntity`: it sends the key to nobody but the service, whatever address the webhook names.
 *
 * The trap: the program may end between answer and fetch. What wasn't fetched is in the inbox, and is fetched at the next
 * start; entity and records are written in one transaction.
 *
 * Guide: partners/webhooks
 */
import type * as S from "@embedded-super/contracts/schemas"
import { EntityNotFetched, fetchEntity } from "@embedded-super/partner-sdk"
import { EventLog, SimulatorClock, State } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { Records } from "../payroll/Records.ts"
import { Products } from "../products/Products.ts"
import { Inbox, type KeptDelivery } from "./Inbox.ts"

const concurrency = 4

/**
 * Waits 0.2, 0.4, 0.8 … and at most 5 seconds between attempts, for about a minute: long enough for a service restart.
 */
const backOff = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("5 seconds")])
const retries = 16

const isWorthAnotherTry = ({ reason, status = 0 }: EntityNotFetched): boolean =>
  reason === "no_answer" || status === 429 || status >= 500

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname)

/** The base URL for fetching entities: the service's, or if that isn't known, any on this machine. */
const baseFor = (url: string, serviceUrl: string | undefined): string =>
  serviceUrl ?? (isLoopback(url) ? new URL(url).origin : "http://localhost")

export class EntityFetcher extends Context.Service<
  EntityFetcher,
  { readonly fetchSoon: (delivery: KeptDelivery) => Effect.Effect<void> }
>()("@embedded-super/partner-simulator/EntityFetcher") {
  static readonly layer = Layer.effect(
    EntityFetcher,
    Effect.gen(function* () {
      const inbox = yield* Inbox
      const products = yield* Products
      const records = yield* Records
      const settings = yield* PayrollSettings
      const state = yield* State
      const log = yield* EventLog
      const clock = yield* SimulatorClock
      const waiting = yield* Queue.unbounded<KeptDelivery>()

      const ask = Effect.fnUntraced(function* (payload: S.WebhookPayload) {
        const keys = products.keys()
        return yield* Effect.tryPromise({
          try: () => fetchEntity(payload, { baseUrl: baseFor(payload.url, settings.serviceUrl()), keys }),
          catch: (error) =>
            error instanceof EntityNotFetched ? error : new EntityNotFetched("no_answer", String(error))
        })
      })

      const fetchOne = Effect.fnUntraced(function* (delivery: KeptDelivery) {
        const { payload } = delivery.received
        if (payload === null) return
        const outcome = yield* ask(payload).pipe(
          Effect.retry({ schedule: backOff, times: retries, while: isWorthAnotherTry }),
          Effect.catch(Effect.succeed)
        )
        const fetched_at = clock.now()
        const isFetched = !(outcome instanceof EntityNotFetched)
        // In one transaction: a webhook counts as handled only with its change of the records.
        state.write(() => {
          inbox.keepFetched(delivery, {
            url: payload.url as string as S.WebUrl,
            status: outcome.status ?? null,
            fetched_at,
            entity: isFetched ? (outcome.entity as S.FetchedEntity["entity"]) : null
          })
          if (isFetched) records.keep(payload, outcome.entity)
        })
        const detail = { subject: payload.subject, id: payload.id, product_id: payload.product_id }
        yield* log.note(
          isFetched
            ? { kind: "entity_fetched", summary: `Fetched the ${payload.subject} ${payload.id}`, detail }
            : {
                kind: "fetch_failed",
                summary: `Didn't fetch the ${payload.subject} ${payload.id}: ${outcome.message}`,
                detail: { ...detail, reason: outcome.reason }
              }
        )
        yield* records.follow
      })

      /** An entity that breaks the contract must not end the worker. Its delivery is tried again at the next start. */
      const fetchSafely = (delivery: KeptDelivery) =>
        Effect.catchDefect(fetchOne(delivery), (defect) =>
          log.note({ kind: "fetch_failed", summary: `An entity can't be used: ${String(defect)}` })
        )

      // What an earlier process accepted, but didn't fetch or convert before it was killed.
      yield* Effect.forkScoped(records.follow)
      yield* Queue.offerAll(waiting, inbox.unfetched())
      yield* Effect.forEach(
        Array.from({ length: concurrency }),
        () => Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), fetchSafely))),
        { discard: true }
      )
      return { fetchSoon: (delivery) => Queue.offer(waiting, delivery) }
    })
  )
}
