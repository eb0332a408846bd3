import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../../platform/database/StatementLimits.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import { firstEventId } from "../events/eventId.ts"
import { retentionRepo } from "./RetentionRepo.ts"

/**
 * How long events, deliveries, attempts and receivers' responses are kept, including the backlog of a paused address.
 */
export const KEPT = Duration.days(30)

/** Rows that one statement reads and deletes: few enough that no other statement waits for it. */
const AT_ONCE = 1000

const NOTHING = firstEventId(0)

/**
 * Deletes webhook data older than 30 days. Keeps each entity's newest event and its delivery, though no partner can see
 * them: they record the last state that was sent to the partner, and for a finished session that no further webhook
 * follows.
 */
export const makeRetention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const repo = yield* retentionRepo

  /** Deletes older events page by page, each page in its own transaction. */
  const events = Effect.fnUntraced(function* (before: string) {
    let after: string | undefined = NOTHING
    while (after !== undefined) {
      const page: ReadonlyArray<{ id: string; newest: boolean }> = yield* repo.events(after, before, AT_ONCE)
      const ids = (newest: boolean) => page.filter((row) => row.newest === newest).map(({ id }) => id)
      const [kept, gone] = [ids(true), ids(false)]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // Deliveries that waited that long for a paused address aren't sent any more.
          if (kept.length > 0) yield* repo.giveUp(kept)
          if (gone.length > 0) yield* repo.removeEvents(gone)
        })
      )
      after = page.length < AT_ONCE ? undefined : page.at(-1)?.id
    }
  })

  const attempts = Effect.fnUntraced(function* (before: string) {
    while (true) {
      const gone = yield* inBackground(sql)(repo.removeAttempts(before, AT_ONCE))
      if (gone < AT_ONCE) return
    }
  })

  return Effect.gen(function* () {
    const before = yield* repo.firstIdOf(KEPT)
    yield* attempts(before)
    yield* events(before)
    yield* inBackground(sql)(repo.removeNotices(before))
    yield* inBackground(sql)(repo.removeReplays(before))
    yield* repo.destroyEnded
  }).pipe(Effect.withSpan("webhooks.retention"))
})

/** Deletes expired data every hour. */
export const WebhookRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const forget = yield* makeRetention
    yield* Effect.forkScoped(periodically("webhook retention", Cron.parseUnsafe("43 * * * *"), forget))
  })
)
