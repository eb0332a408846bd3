/**
 * Deadlines: expires sessions that aren't confirmed within 30 days, completes those that have waited five days for
 * their fund or their form, and anonymises those that ended 90 days ago, or five years ago where the partner keeps
 * choice records. `DeadlinesRepo` finds the sessions, also for `abandonment/`.
 *
 * The traps: a sweep reads ids without locks, so each session is checked again once it is locked. The employee may have
 * confirmed in between. The details to anonymise may no longer open. They then count as empty, and the session is still
 * anonymised.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { audit } from "../../platform/audit/audit.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { sweep } from "../../platform/jobs/supervised.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { before } from "../../platform/time/due.ts"
import { erasure } from "../SessionEndings.ts"
import { isOverdue } from "../sessionProgress.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import { nowOf, sessionsRepo } from "../SessionsRepo.ts"
import { heldDataRepo } from "../HeldDataRepo.ts"
import { CHOICE_KEPT_FOR, deadlinesRepo, KEPT_FOR } from "./DeadlinesRepo.ts"

/** A session waits for its fund and its choice form for at most this long (D-pending-completion). */
export const LONGEST_WAIT = { days: 5 }

/** The timed sweeps over sessions: one session at a time, and a failure at one doesn't stop the others. */
export class SessionDeadlines extends Context.Service<
  SessionDeadlines,
  {
    /** Expires sessions that weren't confirmed in time. Returns how many. */
    readonly expireOverdue: Effect.Effect<number, SqlError>
    /** Completes sessions that have waited for five days. Returns how many. */
    readonly completeUnanswered: Effect.Effect<number, SqlError>
    /**
     * Anonymises sessions that ended 90 days ago; where their partner keeps choice records, those that were completed
     * five years ago. Anonymises the intent that a session came from with it, and records each. Returns how many.
     */
    readonly anonymiseDue: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/SessionDeadlines") {
  static readonly layer = Layer.effect(
    SessionDeadlines,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const sessions = yield* sessionsRepo
      const deadlines = yield* deadlinesRepo
      const held = yield* heldDataRepo
      const changes = yield* sessionChanges
      const outcomes = yield* SessionOutcomes
      const { detailsOf, erase, eraseIntent } = yield* erasure
      const vault = yield* Vault

      const expire = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
        const session = yield* sessions.lockHead(id)
        if (session === undefined) return
        const at = yield* nowOf(session)
        // Meanwhile the employee may have confirmed, or a newer session may have replaced this one.
        if (isOverdue(session, at)) yield* changes.apply(session, ["expired"], {}, at)
      }, sql.withTransaction)

      const anonymise = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
        const destroyed = yield* held.of(id)
        yield* eraseIntent(id)
        const session = yield* sessions.lockHead(id)
        if (session === undefined || session.ended_at === null || session.erased_at !== null) return
        const at = yield* nowOf(session)
        yield* sessions.keepRemains(session, remainsOf(yield* detailsOf(id), vault), at)
        const details = yield* erase(session, at)
        yield* changes.apply(session, [], { erased_at: at, details }, at)
        yield* audit({
          actor: { kind: "system" },
          action: "onboarding_session.anonymise",
          productId: session.product_id,
          entity: { kind: "onboarding_session", id },
          detail: { destroyed }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
      }, sql.withTransaction)

      return SessionDeadlines.of({
        expireOverdue: Effect.flatMap(clock.moments, (moments) =>
          sweep("An overdue session", (after, limit) => deadlines.overdue(moments, after, limit), expire)
        ).pipe(Effect.withSpan("SessionDeadlines.expireOverdue")),

        completeUnanswered: Effect.flatMap(clock.moments, (moments) => {
          const since = before(moments, LONGEST_WAIT)
          return sweep(
            "A session that waits",
            (after, limit) => deadlines.waitingSince(since, after, limit),
            outcomes.stopWaiting
          )
        }).pipe(Effect.withSpan("SessionDeadlines.completeUnanswered")),

        anonymiseDue: Effect.flatMap(clock.moments, (moments) => {
          const since = before(moments, KEPT_FOR)
          const choiceSince = before(moments, CHOICE_KEPT_FOR)
          return sweep(
            "A session to anonymise",
            (after, limit) => deadlines.stillPersonal(since, choiceSince, after, limit),
            anonymise
          )
        }).pipe(Effect.withSpan("SessionDeadlines.anonymiseDue"))
      })
    })
  )
}

/**
 * The remains that may be kept after the retention time (D-retention): year of birth, gender, locality, postcode and
 * state, and keyed hashes of the contacts. Names, address lines, the rest of the date and the tax file number are gone.
 */
const remainsOf = ({ contact, identity, prefilled, ...given }: SessionDetails, vault: Vault["Service"]) => {
  const who = identity ?? prefilled?.identity ?? null
  const address = contact?.address ?? prefilled?.address ?? null
  const born = who?.date_of_birth ?? null
  const email = contact?.email ?? given.email
  const phone = contact?.phone_number ?? given.phone_number
  return {
    email_hash: email === null ? null : vault.fingerprint("anonymised email", email.toLowerCase()),
    phone_hash: phone === null ? null : vault.fingerprint("anonymised phone number", phone),
    birth_year: born === null ? null : Number(born.slice(0, 4)),
    gender: who?.gender ?? null,
    locality: address?.locality ?? null,
    postcode: address?.postcode ?? null,
    state: address?.state ?? null
  }
}
