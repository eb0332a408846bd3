import type { EmbedConflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "../../platform/ids/newId.ts"
import { now } from "../../platform/time/timestamp.ts"
import { choicesChanged } from "../employee-embed/embedConflicts.ts"
import { readChoice } from "./readChoice.ts"
import { choosable, displayedOf, isSameDisplay, presentChoices } from "./choosable.ts"
import { selectionsRepo } from "./SelectionsRepo.ts"
import { checkTurn, type Step, stepping } from "../employee-embed/stepping.ts"

/** The funds that an employee can choose from, and the choice. */
export class FundChoices extends Context.Service<
  FundChoices,
  {
    /** What can be chosen now. What is displayed is recorded, because the law limits it. */
    readonly choices: (
      productId: S.ProductId,
      id: S.OnboardingSessionId
    ) => Effect.Effect<S.EmbedFundChoices, NotFound | EmbedConflict>
    /** The registration itself starts when the review is confirmed. */
    readonly choose: Step<S.EmbedFundChoice>
  }
>()("@embedded-super/service/onboarding-sessions/FundChoices") {
  static readonly layer = Layer.effect(
    FundChoices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { apply, lock, step } = yield* stepping
      const selections = yield* selectionsRepo
      const choosableBy = yield* choosable

      const choices = Effect.fn("FundChoices.choices")(
        function* (productId: S.ProductId, id: S.OnboardingSessionId) {
          const session = yield* lock(productId, id)
          const at = yield* now
          yield* checkTurn(session, "fund_chosen", at)
          const offered = yield* choosableBy(session)
          const displayed = displayedOf(offered)
          const before = yield* selections.newestDisplay(id)
          if (before !== undefined && isSameDisplay(before.displayed, displayed)) {
            return presentChoices(before.id, offered)
          }
          const displayId = (yield* newId) as S.FundDisplayId
          yield* selections.insertDisplay(session, displayId, displayed, at)
          return presentChoices(displayId, offered)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const choose = step<S.EmbedFundChoice>("chooseFund", "fund_chosen", (session, choice, at) =>
        Effect.gen(function* () {
          const offered = yield* choosableBy(session)
          const seen = yield* selections.findDisplay(session.id, choice.display_id)
          if (seen === undefined || !isSameDisplay(seen, displayedOf(offered))) {
            return yield* choicesChanged(session.state)
          }
          const { consent_version, ...chosen } = yield* readChoice(choice, offered, session.state)
          yield* selections.put({
            id: (yield* newId) as S.SuperSelectionId,
            product_id: session.product_id,
            session_id: session.id,
            ...chosen,
            progress_state: null,
            outcome: "incomplete",
            membership: null,
            display_id: choice.display_id,
            consent_version,
            consented_at: consent_version === null ? null : at,
            chosen_at: at,
            settled_at: null
          })
          return (yield* apply(session, ["fund_chosen"], {}, at)).session
        })
      )

      return FundChoices.of({ choices, choose })
    })
  )
}
