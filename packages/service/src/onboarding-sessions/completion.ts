import * as Effect from "effect/Effect"
import { choiceFormsRepo } from "./choice-form/ChoiceFormsRepo.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { canHappen, type SessionEvent } from "./sessionStates.ts"
import type { SessionHead } from "./SessionsRepo.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"

/** What a confirmed session is completed with: its membership as far as it can be known, and the choice form. */
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
   * Lets what has arrived happen to a session that is held, and completes it in the same change if it then waits for
   * nothing more. Whoever brings the last thing sees that it is the last: what was before is committed, since both hold
   * the session. A session that has ended isn't completed again.
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
