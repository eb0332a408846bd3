import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { periodically } from "../platform/jobs/periodically.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { before } from "../platform/time/due.ts"
import { embedDraftsRepo } from "./EmbedDraftsRepo.ts"

/**
 * The life of an unchanged draft. Sessions and intents end no later, and their drafts with them; an employer's draft has no
 * other end.
 */
const KEPT = { days: 30 }

/** Erases drafts that have been unchanged for 30 days. */
export const removeOldDrafts = Effect.gen(function* () {
  const clock = yield* BusinessClock
  const drafts = yield* embedDraftsRepo
  yield* drafts.removeOlder(before(yield* clock.moments, KEPT))
})

/** Does so every hour, once across all processes. */
export const DraftRetention = Layer.effectDiscard(
  Effect.forkScoped(periodically("old drafts", Cron.parseUnsafe("53 * * * *"), removeOldDrafts))
)
