import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { audit } from "../platform/audit/audit.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { listsRepo } from "./ListsRepo.ts"

/** Reports lists in force that have gone stale, each once. Returns the funds. */
export const reportStaleLists = Effect.gen(function* () {
  const { markStale } = yield* listsRepo
  const stale = yield* markStale
  for (const { id, slug } of stale) {
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
  const soon = yield* markStaleSoon
  for (const { slug, stale_from } of soon) {
    yield* Effect.logWarning(
      `An employer list will match nothing from ${stale_from.toISOString()}; ask the fund for a new one`
    ).pipe(Effect.annotateLogs({ fund: slug }))
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
