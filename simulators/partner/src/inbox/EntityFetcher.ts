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
import { spaced } from "@embedded-super/pages/kinds/Kind"
import type * as S from "@embedded-super/contracts/schemas"
import { EntityNotFetched, fetchEntity } from "@embedded-super/partner-sdk"
import {
  CurrentSpan,
  EventLog,
  notedFetch,
  SimulatorClock,
  type Span,
  State,
  type Thing
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import { PartnerHooks } from "../faults/Fault.ts"
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

/** A delivery whose entity is to be fetched, and the span of its webhook. */
interface Waiting {
  readonly delivery: KeptDelivery
  readonly cause: Span | undefined
}

const detailOf = ({ id, product_id, subject }: S.WebhookPayload) => ({ subject, id, product_id })

/** The things that a webhook is about. */
export const thingsIn = ({ id, product_id, subject }: S.WebhookPayload): ReadonlyArray<Thing> => [
  { kind: subject, id },
  { kind: "product", id: product_id }
]

export class EntityFetcher extends Context.Service<
  EntityFetcher,
  {
    /** Fetches it later; what that causes belongs to the work that calls this. */
    readonly fetchSoon: (delivery: KeptDelivery) => Effect.Effect<void>
  }
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
      const { entity = (payload, options, fetchEntity) => fetchEntity(payload, options) } =
        yield* PartnerHooks
      const waiting = yield* Queue.unbounded<Waiting>()

      const noted = (payload: S.WebhookPayload) =>
        notedFetch({
          describe: (_, { status }) => ({
            ...(status !== null && status < 300
              ? { kind: "entity_fetched", summary: `Fetched the ${spaced(payload.subject)} ${payload.id}` }
              : {
                  kind: "fetch_failed",
                  summary: `Didn't fetch the ${spaced(payload.subject)} ${payload.id}: ${status === null ? "no answer came" : `the service answered ${status}`}`
                }),
            detail: detailOf(payload),
            about: thingsIn(payload)
          }),
          headersAgain: () => ({ "X-API-Key": products.keys()[payload.product_id] ?? "" })
        }).pipe(Effect.provideService(EventLog, log))

      const ask = Effect.fnUntraced(function* (payload: S.WebhookPayload) {
        const keys = products.keys()
        const baseUrl = baseFor(payload.url, settings.serviceUrl())
        // Every call is in the log. An integration doesn't need that: it gives no `fetch`.
        const fetch = yield* noted(payload)
        return yield* Effect.tryPromise({
          try: () => entity(payload, { baseUrl, keys, fetch }, fetchEntity),
          catch: (error) =>
            error instanceof EntityNotFetched ? error : new EntityNotFetched("no_answer", String(error))
        })
      })

      const fetchOne = Effect.fnUntraced(function* (delivery: KeptDelivery) {
        const { payload } = delivery.received
        if (payload === null) return
        const outcome = yield* ask(payload).pipe(
          // A rate limit that isn't waited for is met again at once.
          Effect.tapError(({ retryAfterSeconds = 0, status }) =>
            status === 429 ? Effect.sleep(Duration.seconds(retryAfterSeconds)) : Effect.void
          ),
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
        // A call that was answered, or wasn't, is in the log already.
        if (!isFetched && outcome.reason !== "refused" && outcome.reason !== "no_answer")
          yield* log.note({
            kind: "fetch_failed",
            summary: `Didn't fetch the ${spaced(payload.subject)} ${payload.id}: ${outcome.message}`,
            detail: { ...detailOf(payload), reason: outcome.reason },
            about: thingsIn(payload)
          })
        yield* records.follow
      })

      /** An entity that breaks the contract must not end the worker. Its delivery is tried again at the next start. */
      const fetchSafely = ({ cause, delivery }: Waiting) =>
        Effect.catchDefect(fetchOne(delivery), (defect) =>
          log.note({ kind: "fetch_failed", summary: `An entity can't be used: ${String(defect)}` })
        ).pipe(Effect.provideService(CurrentSpan, cause))

      // Entities that an earlier process accepted, but didn't fetch or convert before it was killed.
      yield* Effect.forkScoped(records.follow)
      yield* Queue.offerAll(
        waiting,
        inbox.unfetched().map((delivery) => ({ delivery, cause: undefined }))
      )
      yield* Effect.forEach(
        Array.from({ length: concurrency }),
        () => Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), fetchSafely))),
        { discard: true }
      )
      return {
        fetchSoon: (delivery) =>
          Effect.flatMap(log.span, (cause) => Queue.offer(waiting, { delivery, cause }))
      }
    })
  )
}
