import * as Effect from "effect/Effect"
import { choiceFormsRepo } from "./choice-form/ChoiceFormsRepo.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { canHappen, type SessionEvent } from "./sessionStates.ts"
import type { SessionHead } from "./SessionsRepo.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"

/** The completion of a confirmed session: its membership, as far as it is known, and the choice form. */
export const completion = Effect.gen(function* () {
  const changes = yield* sessionChanges
  const selections = yield* selectionsRepo
  const forms = yield* choiceFormsRepo

  const isOutstanding = Effect.fnUntraced(function* ({ id }: SessionHead) {
    const selection = (yield* selections.ofSessions([id])).get(id)
    if (selection !== undefined && selection.progress_state !== "completed") return true
    const form = (yield* forms.ofSessions([id])).get(id)
    return form !== undefined && form.made_at === null
  })

  /**
   * Applies the arrived events to a locked session, and completes it in the same change if it then waits for nothing
   * more. Both writers lock the session, so the one that adds the last part sees everything that was committed before.
   * A session that has ended isn't completed again.
   */
  const settle = Effect.fnUntraced(function* (
    session: SessionHead,
    arrived: ReadonlyArray<SessionEvent>,
    at: Date
  ) {
    const completes = canHappen(session.state, "nothing_outstanding") && !(yield* isOutstanding(session))
    const happened: ReadonlyArray<SessionEvent> = completes ? [...arrived, "nothing_outstanding"] : arrived
    if (happened.length > 0) yield* changes.apply(session, happened, {}, at)
  })

  return { settle }
})
