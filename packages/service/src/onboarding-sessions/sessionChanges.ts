import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { type Drafts, type DraftStep, embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { together } from "../platform/database/rows.ts"
import { things, versionOf } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { Events } from "../webhooks/events/Events.ts"
import { webhooksIn } from "./stateTable.ts"
import {
  follow,
  isFinal,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  UNCONFIRMED
} from "./sessionStates.ts"
import { lacksNumber } from "./outcomeRules.ts"
import { aboutSession, type SessionHead, sessionsRepo, type StoredSession } from "./SessionsRepo.ts"
import { selectionsRepo, type StoredSelection } from "./super-selection/SelectionsRepo.ts"

/** The fields that a change may write besides the state. */
export type SessionChange = Partial<
  Pick<
    StoredSession,
    | "remote_id"
    | "email_validated"
    | "phone_number_validated"
    | "phone_verification"
    | "phone_verified_at"
    | "details"
    | "disclaimer_accepted_at"
    | "confirmed_at"
    | "abandoned_at"
    | "superseded_by"
    | "erased_at"
    | "last_activity_at"
  >
>

/** Data that the caller has already read, so that they aren't read again, and its writes for the same statement. */
interface Along {
  readonly drafts?: Drafts | null
  readonly selection?: StoredSelection | undefined
  /** The texts of the choice form that was made. */
  readonly form?: object
  readonly writes?: ReadonlyArray<Statement.Fragment>
}

/** The drafts that become obsolete with an event: their step is saved. */
const DRAFTS: { readonly [Event in SessionEvent]?: DraftStep } = {
  identity_saved: "identity",
  contact_saved: "contact",
  fund_chosen: "self_managed"
}

/**
 * The only way to change a session: writes state, version and webhooks together, and erases obsolete drafts, in the
 * caller's transaction.
 */
export const sessionChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* sessionsRepo
  const events = yield* Events
  const drafts = yield* embedDraftsRepo
  const timeline = yield* Timeline
  const selections = yield* selectionsRepo

  /** The part that a session has just completed without; null if none. */
  const missingIn = Effect.fnUntraced(function* (from: SessionState, session: SessionHead, along: Along) {
    if (from === session.state || session.state !== "completed") return null
    const selection =
      "selection" in along ? along.selection : (yield* selections.ofSessions([session.id])).get(session.id)
    return selection !== undefined && lacksNumber(session, selection) ? ("member number" as const) : null
  })

  /** `makes` has the things that the change's jobs are for, so that these jobs find the change as their cause. */
  const note = Effect.fnUntraced(function* (
    from_state: SessionState,
    session: SessionHead,
    happened: ReadonlyArray<SessionEvent>,
    effects: ReadonlySet<SessionEffect>,
    along: Along
  ) {
    const without = yield* missingIn(from_state, session, along)
    yield* timeline.note({
      kind: "session_changed",
      detail: { from_state, to_state: session.state, events: happened.join(", "), without },
      about: aboutSession(session),
      makes: [
        versionOf("onboarding_session", session.id, session.version),
        ...(effects.has("request choice form") ? things({ choice_form: session.id }) : []),
        ...(effects.has("request member registration") ? things({ member_registration: session.id }) : [])
      ]
    })
  })

  /** Erases obsolete drafts: the write, if there is one, and the drafts that are left, if they are known. */
  const erasing = Effect.fnUntraced(function* (
    session: SessionHead,
    from: SessionState,
    happened: ReadonlyArray<SessionEvent>,
    known: Drafts | null | undefined
  ) {
    const steps = happened.flatMap((event) => DRAFTS[event] ?? [])
    if (UNCONFIRMED.includes(session.state)) {
      if (known !== undefined || steps.length === 0)
        return yield* drafts.forgetting(session, known ?? null, steps)
      return yield* drafts.forgetting(session, yield* drafts.of(session), steps)
    }
    // A session that was confirmed or had ended before has no drafts.
    const hasNone = known === null || !UNCONFIRMED.includes(from)
    return { after: null, write: hasNone ? undefined : drafts.remove(session) }
  })

  /**
   * Applies the events to a session that the caller has locked, and returns the changed session and its drafts. An event
   * that the state doesn't allow is a defect: check first.
   */
  const apply = Effect.fnUntraced(
    function* <A extends SessionHead>(
      session: A,
      happened: ReadonlyArray<SessionEvent>,
      change: SessionChange,
      at: Date,
      along: Along = {}
    ) {
      const next = follow(session.state, happened)
      if (Result.isFailure(next)) {
        return yield* Effect.die(new Error(`A session in ${next.failure.state} allows no ${happened}`))
      }
      const { state, effects } = next.success
      const changed: A = {
        ...session,
        ...change,
        state,
        completed_at: state === "completed" ? (session.completed_at ?? at) : null,
        ended_at: isFinal(state) ? (session.ended_at ?? endOf(session, state, at)) : null,
        version: session.version + 1,
        updated_at: at
      }
      const erased = yield* erasing(changed, session.state, happened, along.drafts)
      const writes = [
        yield* repo.updating(changed, change.details),
        ...(along.writes ?? []),
        ...(erased.write === undefined ? [] : [erased.write])
      ]
      if (timeline.isOn) yield* note(session.state, changed, happened, effects, along)
      const [webhook] = webhooksIn(effects)
      yield* webhook === undefined
        ? together(sql, writes)
        : events.recordWith(writes, {
            productId: changed.product_id,
            subject: "onboarding_session",
            event: webhook,
            entityId: changed.id,
            remoteId: changed.remote_id,
            seq: changed.version,
            ...saying(happened, along)
          })
      return { session: changed, effects, drafts: erased.after }
    },
    Effect.catchTag("NoFurtherWebhooks", Effect.die)
  )

  return { apply }
})

/** What the service does by itself, from what is stored and what the fund answers. All others are acts of people. */
const BY_ITSELF: ReadonlySet<SessionEvent> = new Set([
  "registration_settled",
  "choice_form_made",
  "nothing_outstanding",
  "waited_too_long",
  "expired"
])

/** All that such a change consists of, without its times. The trap: a value that is left out can change unnoticed. */
const saying = (happened: ReadonlyArray<SessionEvent>, { form, selection }: Along) => {
  if (!happened.every((event) => BY_ITSELF.has(event))) return {}
  const { membership, outcome, progress_state, refusal } = selection ?? {}
  return { says: JSON.stringify([happened, progress_state, outcome, membership, refusal, form]) }
}

/** When the session ended: an unconfirmed session ends at its expiry, even if the expiry is processed later. */
const endOf = ({ expires_at }: SessionHead, state: StoredSession["state"], at: Date) =>
  state === "expired" && expires_at < at ? expires_at : at
