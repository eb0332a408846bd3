/**
 * Retention: anonymises sessions 90 days after their end, or after five years where the partner keeps choice records.
 * The remains that may be kept (year of birth, postcode, keyed hashes) go to `session_remains` first.
 *
 * The trap: the details may no longer open. They then count as empty, and the session is still anonymised.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { audit } from "../../platform/audit/audit.ts"
import { sweep } from "../../platform/jobs/supervised.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { before } from "../../platform/time/due.ts"
import { deadlinesRepo } from "../deadlines/DeadlinesRepo.ts"
import { erasure } from "../ending/erasure.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { sessionRemains } from "./SessionRemainsRepo.ts"

/** How long personal data is kept after a session has ended (D-retention); the tax file number is destroyed earlier. */
const KEPT_FOR = { days: 90 }
/** How long the record of a choice is kept where the partner wants it: employers must keep theirs for five years. */
const CHOICE_KEPT_FOR = { years: 5 }

/** The end of the personal data in sessions. */
export class SessionRetention extends Context.Service<
  SessionRetention,
  {
    /**
     * Anonymises sessions that ended 90 days ago; where their partner keeps choice records, those that were completed
     * five years ago. Anonymises the intent that a session came from with it, and records each. Returns how many.
     */
    readonly anonymiseDue: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/SessionRetention") {
  static readonly layer = Layer.effect(
    SessionRetention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const repo = yield* sessionsRepo
      const deadlines = yield* deadlinesRepo
      const changes = yield* sessionChanges
      const { detailsOf, erase, eraseIntent } = yield* erasure
      const keepRemains = yield* sessionRemains

      const anonymise = Effect.fnUntraced(
        function* (id: S.OnboardingSessionId) {
          yield* eraseIntent(id)
          const session = yield* repo.lockHead(id)
          if (session === undefined || session.ended_at === null || session.erased_at !== null) return
          const at = yield* clock.now(session.sandboxed)
          yield* keepRemains(session, yield* detailsOf(id), at)
          const anonymised: StoredSession = { ...session, details: yield* erase(session, at) }
          yield* changes.apply(anonymised, [], { erased_at: at }, at)
          yield* audit({
            actor: { kind: "system" },
            action: "onboarding_session.anonymise",
            productId: session.product_id,
            entity: { kind: "onboarding_session", id }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
        },
        sql.withTransaction,
        Effect.catchTag(["NotNow", "NoFurtherWebhooks"], Effect.die)
      )

      const anonymiseDue = Effect.flatMap(clock.moments, (moments) => {
        const since = before(moments, KEPT_FOR)
        const choiceSince = before(moments, CHOICE_KEPT_FOR)
        return sweep(
          "A session to anonymise",
          (after, limit) => deadlines.stillPersonal(since, choiceSince, after, limit),
          anonymise
        )
      }).pipe(Effect.withSpan("SessionRetention.anonymiseDue"))

      return SessionRetention.of({ anonymiseDue })
    })
  )
}
