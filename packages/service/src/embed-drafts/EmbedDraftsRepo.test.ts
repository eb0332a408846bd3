import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { anIntent } from "../../test/TestIntents.ts"
import { aSession, creation, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { IntentSteps } from "../onboarding-session-intents/IntentSteps.ts"
import { IntentDeadlines } from "../onboarding-session-intents/IntentDeadlines.ts"
import { OnboardingSessionIntents } from "../onboarding-session-intents/OnboardingSessionIntents.ts"
import { SessionDeadlines } from "../onboarding-sessions/deadlines/SessionDeadlines.ts"
import { onboardingDrafts } from "../onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { SessionEndings } from "../onboarding-sessions/SessionEndings.ts"
import { OnboardingSessions } from "../onboarding-sessions/OnboardingSessions.ts"
import { removeOldDrafts } from "./DraftRetention.ts"
import { embedDraftsRepo, mergePatch } from "./EmbedDraftsRepo.ts"

const NOW = "2026-11-21T00:00:00Z"
const OVER = "2026-12-21T00:00:01Z"
const BY = {
  actor: { kind: "api_key", id: "01a1fb82-8f40-7000-8000-0000000000a1" },
  requestId: "01a1fb82-8f40-7000-8000-0000000000d1"
} as const

const text = (value: string) => value as S.EmbedDraftText

const isKept = ({ id }: { readonly id: string }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT FROM embed_drafts WHERE entity_id = ${id}`, (rows) => rows.length === 1)
  )

const draftOf = Effect.fnUntraced(function* ({ id, productId }: Session) {
  yield* (yield* onboardingDrafts).identity(productId, id, { given_name: text("Nia") })
  assert.isTrue(yield* isKept({ id }))
})

/** A session with a draft of its first step. */
const aDraftedSession = Effect.gen(function* () {
  const session = yield* aSession()
  yield* walkTo(session, "identity")
  yield* draftOf(session)
  return session
})

const aDraftedIntent = Effect.gen(function* () {
  const intent = yield* anIntent()
  const steps = yield* IntentSteps
  yield* steps.opened(intent.productId, intent.id)
  yield* steps.draftPerson(intent.productId, intent.id, { email: text("nia") })
  assert.isTrue(yield* isKept(intent))
  return intent
})

layer(TestOnboarding.layer, { excludeTestServices: true })("drafts are erased", (it) => {
  it.effect.each([
    [
      "is cancelled",
      ({ id, productId }: Session) =>
        Effect.flatMap(SessionEndings, (endings) => endings.cancel(productId, id))
    ],
    ["expires", () => Effect.flatMap(SessionDeadlines, ({ expireOverdue }) => expireOverdue.pipe(at(OVER)))],
    [
      "is erased",
      ({ id, productId }: Session) =>
        Effect.flatMap(SessionEndings, (endings) => endings.erase(productId, id, BY))
    ],
    [
      "is superseded",
      (session: Session) =>
        Effect.flatMap(OnboardingSessions, (sessions) =>
          sessions.create(session.productId, creation(session, { remote_id: "session-2" }))
        )
    ]
  ] as const)("when the session %s", ([, end]) =>
    Effect.gen(function* () {
      const session = yield* aDraftedSession
      yield* end(session)
      assert.isFalse(yield* isKept(session))
    }).pipe(at(NOW))
  )

  it.effect("when the session is erased, also if they can't be opened any more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aDraftedSession
      yield* sql`UPDATE embed_drafts SET typed = '\\x00'::bytea WHERE entity_id = ${session.id}`
      yield* (yield* SessionEndings).erase(session.productId, session.id, BY)
      assert.isFalse(yield* isKept(session))
    }).pipe(at(NOW))
  )

  it.effect("when the session is anonymised, wherever they come from", () =>
    Effect.gen(function* () {
      const session = yield* aDraftedSession
      yield* (yield* SessionEndings).cancel(session.productId, session.id)
      const owner = { id: session.id, product_id: session.productId }
      yield* (yield* embedDraftsRepo).merge(owner, { identity: { given_name: "Nia" } })
      yield* (yield* SessionDeadlines).anonymiseDue.pipe(at("2027-02-20T00:00:00Z"))
      assert.isFalse(yield* isKept(session))
    }).pipe(at(NOW))
  )

  it.effect("when an intent is cancelled, expires or is anonymised", () =>
    Effect.gen(function* () {
      const deadlines = yield* IntentDeadlines
      const cancelled = yield* aDraftedIntent
      yield* (yield* OnboardingSessionIntents).cancel(cancelled.productId, cancelled.id)
      assert.isFalse(yield* isKept(cancelled))
      const owner = { id: cancelled.id, product_id: cancelled.productId }
      yield* (yield* embedDraftsRepo).merge(owner, { person: { email: "nia" } })
      yield* deadlines.anonymiseDue.pipe(at("2027-02-20T00:00:00Z"))
      assert.isFalse(yield* isKept(cancelled))
      const late = yield* aDraftedIntent
      yield* deadlines.expireOverdue.pipe(at(OVER))
      assert.isFalse(yield* isKept(late))
    }).pipe(at(NOW))
  )

  it.effect("30 days after the last change, and not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [old, young] = [yield* aDraftedSession, yield* aDraftedSession]
      yield* sql`UPDATE embed_drafts SET saved_at = ${NOW}::timestamptz WHERE entity_id = ${old.id}`
      yield* sql`UPDATE embed_drafts SET saved_at = ${NOW}::timestamptz + interval '1 second' WHERE entity_id = ${young.id}`
      yield* removeOldDrafts.pipe(at("2026-12-20T23:59:59Z"))
      assert.deepStrictEqual([yield* isKept(old), yield* isKept(young)], [true, true])
      yield* removeOldDrafts.pipe(at("2026-12-21T00:00:00Z"))
      assert.deepStrictEqual([yield* isKept(old), yield* isKept(young)], [false, true])
    }).pipe(at(NOW))
  )
})

describe("a merge patch", () => {
  it.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: "b" }, { a: "" }, { a: "" }],
    [{ a: ["b"] }, { a: ["c", "d"] }, { a: ["c", "d"] }],
    [{ a: { b: "c", d: "e" } }, { a: { b: "d", d: null } }, { a: { b: "d" } }],
    [{ a: "b" }, { a: { b: "c" } }, { a: { b: "c" } }],
    [null, { a: { b: "c", d: null } }, { a: { b: "c" } }],
    [{ a: { b: "c" }, e: "f" }, { a: { b: null } }, { e: "f" }],
    [{ a: { b: "c" } }, { a: null }, undefined],
    [null, { a: { b: null } }, undefined]
  ])("%j with %j", (target, patch, result) => {
    assert.deepStrictEqual(mergePatch(target, patch) as unknown, result)
  })

  it("leaves a document with a member named __proto__ as data", () => {
    const patch = JSON.parse('{ "__proto__": { "polluted": "yes" } }')
    mergePatch({}, patch)
    assert.notProperty({}, "polluted")
  })
})
