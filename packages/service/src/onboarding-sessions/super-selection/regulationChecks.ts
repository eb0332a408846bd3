import { digitsOf } from "@embedded-super/contracts/checks"
import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { refuse } from "../../personal-data/Findings.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { RegulatedFunds, type Regulation } from "./RegulatedFunds.ts"

const NOT_REGULATED = {
  code: "not_regulated" as const,
  detail:
    "No regulated self-managed super fund has this ABN. Check it, or choose another fund: contributions can't be paid here."
}
const NOT_CHECKED = {
  code: "regulation_not_checked",
  detail: "It couldn't be checked that this is a regulated super fund. The employer checks it before paying."
}

/** Where the fund's ABN stands in a choice; one that the partner passed in was confirmed by the source alone. */
const placeOf = (source: S.SuperSelectionSource) =>
  source === "smsf" ? "#/self_managed_super_fund/fund_abn" : "#/source"

/** Whether a self-managed fund that is chosen is a regulated one (domain 3.4). */
export const regulationChecks = Effect.gen(function* () {
  const funds = yield* RegulatedFunds

  return {
    /** Asks the register about the self-managed fund in a choice, if there is one. Outside of transactions. */
    ask: (
      { details, sandboxed }: StoredSession,
      { self_managed_super_fund, source }: S.EmbedFundChoice
    ): Effect.Effect<Regulation> => {
      const passedIn = source === "partner_supplied" ? details.prefilled?.self_managed_super_fund : undefined
      const typed = self_managed_super_fund?.fund_abn
      const abn = typed === undefined ? passedIn?.fund_abn : (digitsOf(typed) as S.Abn)
      return abn === undefined ? Effect.succeed("unknown") : funds.check({ abn, sandboxed })
    },

    /** Refuses a fund that isn't regulated; warns about one that couldn't be checked. */
    judge: (
      regulation: Regulation,
      source: S.SuperSelectionSource
    ): Effect.Effect<ReadonlyArray<S.EmbedWarning>, ValidationFailed> => {
      const pointer = placeOf(source)
      if (regulation === "not_regulated") return Effect.fail(refuse({ pointer, ...NOT_REGULATED }))
      return Effect.succeed(
        regulation === "unknown" ? [{ step: "super_selection", pointer, ...NOT_CHECKED }] : []
      )
    }
  }
})
