import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { audit } from "../platform/audit/audit.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { listsRepo } from "./ListsRepo.ts"

/** Reports lists in force that have gone stale, each once. Returns the funds. */
export const reportStaleLists = Effect.gen(function* () {
  const { markStale } = yield* listsRepo
  const timeline = yield* Timeline
  const stale = yield* markStale
  for (const { days, id, name: fund, slug } of stale) {
    yield* timeline.note({ kind: "list_stale", detail: { fund, days }, about: things({ fund: id }) })
    yield* Effect.logWarning(
      "An employer list is too old to match anything; ask the fund for a new one"
    ).pipe(Effect.annotateLogs({ fund: slug }))
    yield* audit({
      actor: { kind: "system" },
      action: "employer_list.stale",
      entity: { kind: "fund", id },
      detail: { slug }
    })
  }
  return stale.map(({ slug }) => slug)
})

/** Warns of lists in force that go stale soon, each once. Returns the funds. */
export const warnOfStaleLists = Effect.gen(function* () {
  const { markStaleSoon } = yield* listsRepo
  const timeline = yield* Timeline
  const soon = yield* markStaleSoon
  for (const { id, name: fund, slug, stale_from } of soon) {
    const detail = { fund, stale_from: stale_from.toISOString() }
    yield* timeline.note({ kind: "list_stale_soon", detail, about: things({ fund: id }) })
    yield* Effect.logWarning(
      "An employer list will soon be too old to match anything; ask the fund for a new one"
    ).pipe(Effect.annotateLogs({ fund: slug, from: stale_from.toISOString() }))
  }
  return soon.map(({ slug }) => slug)
})

/** The hourly checks of employer lists, run once across all processes. */
export const ListTimers = {
  layer: Layer.effectDiscard(
    Effect.gen(function* () {
      const hourly = Cron.parseUnsafe("23 * * * *")
      const sql = yield* SqlClient.SqlClient
      const reported = Effect.asVoid(sql.withTransaction(Effect.andThen(reportStaleLists, warnOfStaleLists)))
      yield* Effect.forkScoped(periodically("stale employer lists", hourly, reported))
    })
  )
}
