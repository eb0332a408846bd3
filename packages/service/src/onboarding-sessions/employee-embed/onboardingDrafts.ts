import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { embedDraftsRepo } from "../../embed-drafts/EmbedDraftsRepo.ts"
import { transactions } from "../../platform/database/operation.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { nowOf } from "../SessionsRepo.ts"
import { checkEvent, type Step, stepping } from "./stepping.ts"

/** A step that has a draft, and the event that saves the step: a draft is possible while the event is. */
const SAVED_BY = {
  identity: "identity_saved",
  contact: "contact_saved",
  self_managed: "fund_chosen"
} as const

/**
 * Keeps the employee's typed answers before a step is saved (D-embed-drafts). A draft counts as the employee's activity, but
 * not as progress: the session's version stays, and no webhook is sent.
 */
export const onboardingDrafts = Effect.gen(function* () {
  const transaction = yield* transactions
  const { checkSeen, lock, present, touch } = yield* stepping
  const drafts = yield* embedDraftsRepo

  const draft = <Typed extends object>(step: keyof typeof SAVED_BY): Step<Typed, S.EmbedDraftSaved> =>
    transaction(`onboardingDrafts.${step}`)(function* (productId, id, typed, seen) {
      const open = yield* lock(productId, id)
      yield* checkSeen(open, seen)
      const at = yield* nowOf(open.session)
      yield* checkEvent(open.session, SAVED_BY[step], at)
      const merged = yield* drafts.merge(open.session, { [step]: typed }, open.drafts)
      yield* touch(open.session, at)
      const { revision } = yield* present({ ...open, drafts: merged })
      return { saved_at: toTimestamp(at), revision }
    })

  return {
    identity: draft<S.EmbedIdentityDraftPatch>("identity"),
    contact: draft<S.EmbedContactDraftPatch>("contact"),
    selfManaged: draft<S.EmbedSelfManagedDraftPatch>("self_managed")
  }
})
