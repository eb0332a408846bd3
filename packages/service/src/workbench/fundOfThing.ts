import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { isUuid } from "../platform/ids/newId.ts"

/** The fund that an entry names by its slug, or by its id in an old entry; none if it isn't loaded. */
export const fundOfThing = Effect.map(
  fundsRepo,
  (funds) => (id: string) => (isUuid(id) ? funds.find(id as S.FundId) : funds.findBySlug(id))
)
