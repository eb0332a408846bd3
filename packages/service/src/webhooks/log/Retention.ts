import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../../platform/database/StatementLimits.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import { firstEventId } from "../events/eventId.ts"
import { retentionRepo } from "./RetentionRepo.ts"

/** How long events, deliveries, attempts and receivers' answers are kept; a paused address's backlog, too. */
export const KEPT = Duration.days(30)

/** Rows that are looked at, and deleted, by one statement: few enough that nobody waits for it. */
const AT_ONCE = 1000

const NOTHING = firstEventId(0)

/**
 * Forgets what is older than 30 days. The newest event of each entity stays, with its delivery, though nobody is shown
 * it: it says what the partner was last told of the entity, and after a session's last webhook that there is no other.
 */
export const makeRetention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const repo = yield* retentionRepo

  /** Walks over events that are older, page by page, each in a transaction of its own. */
  const events = Effect.fnUntraced(function* (before: string) {
    let after: string | undefined = NOTHING
    while (after !== undefined) {
      const page: ReadonlyArray<{ id: string; newest: boolean }> = yield* repo.events(after, before, AT_ONCE)
      const ids = (newest: boolean) => page.filter((row) => row.newest === newest).map(({ id }) => id)
      const [kept, gone] = [ids(true), ids(false)]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // What waited that long for a paused address isn't sent any more.
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

/** Forgets every hour what is old enough. */
export const WebhookRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const forget = yield* makeRetention
    yield* Effect.forkScoped(periodically("webhook retention", Cron.parseUnsafe("43 * * * *"), forget))
  })
)
