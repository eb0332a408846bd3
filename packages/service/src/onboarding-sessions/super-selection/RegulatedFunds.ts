import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ValidationFailed } from "@embedded-super/contracts/problems"
import { refuse } from "../../personal-data/Findings.ts"
import { readAbn } from "../../personal-data/text.ts"
import type { StoredSession } from "../SessionsRepo.ts"

/** Whether the fund with an ABN is a regulated self-managed super fund; `unknown`: the register couldn't be asked. */
export type Regulation = "regulated" | "not_regulated" | "unknown"

/** A request to the register of super funds. A real register is one more of these, named in `RegulatedFunds.layer`. */
type Register = (abn: S.Abn) => Effect.Effect<Regulation>

/** The simulated register's results other than "regulated", by ABN. */
const SIMULATED: Readonly<Record<string, Regulation>> = {
  "82000000010": "not_regulated",
  "89000000019": "unknown"
}

const simulated: Register = (abn) => Effect.succeed(SIMULATED[abn] ?? "regulated")

/** Live products have no register until one is configured, so every fund is `unknown`. */
const none: Register = () => Effect.succeed("unknown")

/** How long an employee may have to wait for the register. */
const TIME_LIMIT = "3 seconds"

/**
 * The port to the register of regulated super funds (D-self-managed-funds): simulated for sandboxed products. A
 * self-managed fund that isn't regulated can't be chosen; one that couldn't be checked can, and is marked. Call it
 * outside of transactions.
 */
export class RegulatedFunds extends Context.Service<
  RegulatedFunds,
  {
    readonly check: (fund: { readonly abn: S.Abn; readonly sandboxed: boolean }) => Effect.Effect<Regulation>
  }
>()("@embedded-super/service/onboarding-sessions/RegulatedFunds") {
  static readonly layer = Layer.succeed(RegulatedFunds, {
    check: Effect.fn("RegulatedFunds.check")(({ abn, sandboxed }) =>
      Effect.timeoutOrElse((sandboxed ? simulated : none)(abn), {
        duration: TIME_LIMIT,
        orElse: () => Effect.succeed("unknown" as const)
      })
    )
  })
}

const NOT_REGULATED = {
  code: "not_regulated" as const,
  detail:
    "No regulated self-managed super fund has this ABN. Check it, or choose another fund: contributions can't be paid here."
}
const NOT_CHECKED = {
  code: "regulation_not_checked",
  detail: "It couldn't be checked that this is a regulated super fund. The employer checks it before paying."
}

/** The place of the fund's ABN in a choice. The choice of a fund that the partner passed in has only a source. */
const placeOf = (source: S.SuperSelectionSource) =>
  source === "smsf" ? "#/self_managed_super_fund/fund_abn" : "#/source"

/** The checks that a chosen self-managed fund is a regulated one (D-self-managed-funds). */
export const regulationChecks = Effect.gen(function* () {
  const funds = yield* RegulatedFunds

  return {
    /** Asks the register about the self-managed fund in a choice, if there is one. Call it outside of transactions. */
    ask: (
      { details, sandboxed }: StoredSession,
      { self_managed_super_fund, source }: S.EmbedFundChoice
    ): Effect.Effect<Regulation> => {
      const passedIn = source === "partner_supplied" ? details.prefilled?.self_managed_super_fund : undefined
      const typed = self_managed_super_fund?.fund_abn
      const abn = typed === undefined ? passedIn?.fund_abn : readAbn(typed)
      return abn === undefined ? Effect.succeed("unknown") : funds.check({ abn, sandboxed })
    },

    /** Refuses a fund that isn't regulated; warns about a fund that couldn't be checked. */
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
