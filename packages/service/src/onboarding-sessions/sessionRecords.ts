import * as Effect from "effect/Effect"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { choiceFormsRepo } from "./choice-form/choiceFormsRepo.ts"
import type { SessionRecord } from "./presentSession.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"
import type { StoredSession } from "./SessionsRepo.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"

/** Puts beside sessions what answers about them need: the choice, its fund's product, the choice form, the masked tax file number. */
export const sessionRecords = Effect.gen(function* () {
  const selections = yield* selectionsRepo
  const taxFileNumbers = yield* TaxFileNumbers
  const forms = yield* choiceFormsRepo
  const funds = yield* FundDirectory

  return Effect.fnUntraced(function* (sessions: ReadonlyArray<StoredSession>) {
    const ids = sessions.map(({ id }) => id)
    const chosen = yield* selections.ofSessions(ids)
    const made = yield* forms.ofSessions(ids)
    const masked = yield* taxFileNumbers.masked(ids)
    const products = yield* funds.findByIds(
      [...chosen.values()].flatMap(({ fund_product_id }) => fund_product_id ?? [])
    )
    return sessions.map((session): SessionRecord => {
      const selection = chosen.get(session.id)
      const productId = selection?.fund_product_id ?? null
      return {
        session,
        selection,
        product: productId === null ? undefined : products.get(productId),
        hasChoiceForm: made.get(session.id)?.is_available ?? false,
        tfn: masked.get(session.id)
      }
    })
  })
})
