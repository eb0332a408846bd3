import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { products } from "../../test/TestFunds.ts"
import {
  aSession,
  contact,
  identity,
  join,
  type Session,
  TestOnboarding,
  walkTo
} from "../../test/TestOnboarding.ts"
import { untilSomeoneWaits } from "../../test/openTransaction.ts"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { OnboardingSteps } from "./employee-embed/OnboardingSteps.ts"
import { sessionRecordsRepo } from "./SessionRecordsRepo.ts"
import { sessionsRepo } from "./SessionsRepo.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"

/** Locks the session while another transaction holds it, makes a change and commits. Returns what was read and when. */
const lockedAfter = Effect.fnUntraced(function* <A, E, R>(
  { id, productId }: Session,
  change: Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const records = yield* sessionRecordsRepo
  const changed = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const first = change.pipe(
    Effect.andThen(Deferred.succeed(changed, undefined)),
    Effect.andThen(Deferred.await(released)),
    sql.withTransaction
  )
  const changing = yield* Effect.forkChild(first)
  yield* Deferred.await(changed)
  const onboarding = yield* Effect.forkChild(sql.withTransaction(records.lockOnboarding(productId, id)))
  yield* untilSomeoneWaits
  yield* Deferred.succeed(released, undefined)
  yield* Fiber.join(changing)
  const found = yield* Fiber.join(onboarding)
  return found ?? assert.fail("no session")
})

layer(TestOnboarding.layer, { excludeTestServices: true })(
  "a session that another transaction holds",
  (it) => {
    it.effect("is read with the choice that this transaction made", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "super_selection")
        const { selection, session: stored } = yield* lockedAfter(session, join(session, products.acacia))
        assert.strictEqual(stored.state, "review")
        assert.strictEqual(selection?.fund_product_id, products.acacia.id)
      })
    )

    it.effect("is read with the details and the contacts that this transaction saved", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "contact")
        const steps = yield* OnboardingSteps
        const save = steps.saveContact(
          session.productId,
          session.id,
          contact({ phone_number: "0491 570 157" })
        )
        const { employee, session: stored } = yield* lockedAfter(session, save)
        assert.strictEqual(stored.details.contact?.phone_number, "+61491570157")
        assert.strictEqual((yield* employee).phone_numbers[0]?.phone_number, "+61491570157")
      })
    )

    it.effect("is read with the drafts that this transaction kept", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "identity")
        const drafts = yield* embedDraftsRepo
        const sessions = yield* sessionsRepo
        const owner = { id: session.id, product_id: session.productId }
        const typing = sessions
          .lockHead(session.id)
          .pipe(
            Effect.andThen(drafts.merge(owner, { identity: { given_name: "Nia" as S.EmbedDraftText } })),
            Effect.andThen(sessions.touch(session.id, new Date()))
          )
        const found = yield* lockedAfter(session, typing)
        assert.strictEqual(found.drafts?.identity?.given_name, "Nia")
      })
    )

    it.effect("is read with a selection that was written alone", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "review")
        const sessions = yield* sessionsRepo
        const selections = yield* selectionsRepo
        const chosen =
          (yield* selections.ofSessions([session.id])).get(session.id) ?? assert.fail("no choice")
        const settled = sessions
          .lockHead(session.id)
          .pipe(Effect.andThen(selections.put({ ...chosen, progress_state: "registering" })))
        assert.strictEqual((yield* lockedAfter(session, settled)).selection?.progress_state, "registering")
      })
    )

    it.effect("waits for the session of the same employee that replaces it, and is then cancelled", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "contact")
        const steps = yield* OnboardingSteps
        const again = aSession({ remote_id: "session-2" as S.RemoteId }, session)
        const { session: stored } = yield* lockedAfter(session, again)
        assert.strictEqual(stored.state, "cancelled")
        const refused = yield* Effect.flip(steps.saveIdentity(session.productId, session.id, identity()))
        assert.strictEqual(refused._tag, "EmbedConflict")
      })
    )
  }
)
