import { EmbedEmployerChanged } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { VIEW_CHANGED } from "../embed-sessions/viewRevision.ts"
import { employersRepo } from "./EmployersRepo.ts"
import { orNotFound } from "./orNotFound.ts"
import { settingsView } from "./settingsView.ts"

/**
 * Locks an employer until the transaction ends, and fails unless its embed's view has the revision that the person saw. A
 * change in the same transaction then can't overwrite anything that the person hasn't seen.
 */
export const heldAsSeen = Effect.gen(function* () {
  const repo = yield* employersRepo
  const present = yield* settingsView

  return Effect.fnUntraced(function* (
    { employerId, productId }: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
    seen: number
  ) {
    const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
    const view = yield* present(employer)
    if (view.revision !== seen) return yield* new EmbedEmployerChanged({ ...VIEW_CHANGED, view })
    return employer
  })
})
