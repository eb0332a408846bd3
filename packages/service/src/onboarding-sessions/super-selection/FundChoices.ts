/**
 * The fund choice. `choosable` finds the funds that an employee can choose: funds that they have,
 * funds to join, the employer's default fund, a self-managed fund. `promotion` decides which may be advertised,
 * `readChoice` reads the choice, `SelectionsRepo` stores it.
 *
 * Why displays are stored (`displays`): the law requires a record of the funds that an employee was shown, and of their
 * order.
 *
 * The trap: a choice names its display. If the possible choices have changed since, the choice is refused, and the
 * frame fetches the choices again. The ATO and the register of funds are asked outside of transactions.
 */
import type { EmbedConflict, NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import { digitsOf } from "@embedded-super/contracts/pure-checks"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { partOf, type ReadableBody, wholeBody } from "../../personal-data/bodyRules.ts"
import { type PlacedFinding, refuse } from "../../personal-data/Findings.ts"
import { newId } from "../../platform/ids/newId.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { choicesChanged } from "../employee-embed/steps.ts"
import { checkEvent, type Step, stepping } from "../employee-embed/stepping.ts"
import { SELF_MANAGED_DECLARATION } from "../employee-embed/texts.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { choosable } from "./choosable.ts"
import { displayedOf, isSameDisplay, presentChoices } from "./displays.ts"
import { membershipWith } from "./membership.ts"
import { choiceFindings, readChoice } from "./readChoice.ts"
import { type Regulation, regulationChecks } from "./RegulatedFunds.ts"
import { selectionsRepo, type StoredSelection } from "./SelectionsRepo.ts"
import { staplingOfSession } from "./staplingOfSession.ts"
import { NOT_LISTED } from "./unlistedFund.ts"
import { databaseDefects, operation, transactions } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"

/** The funds that an employee can choose from, and the choice. */
export class FundChoices extends Context.Service<
  FundChoices,
  {
    /**
     * The choices that are possible now. Asks the ATO for the stapled fund, if the employer has connected stapling.
     * Records the display, because the law limits its content.
     */
    readonly choices: OnSession<S.EmbedFundChoices, NotFound | EmbedConflict>
    /** The products that the service can register the employee with now, in alphabetical order. */
    readonly joinable: OnSession<ReadonlyArray<FundProduct>>
    /**
     * Records what the employee has seen of a display (D-advertising); returns false if the session has no such display.
     * What was recorded before stays, so a repeat changes nothing.
     */
    readonly recordShown: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      displayId: S.FundDisplayId,
      shown: S.EmbedShownChoices
    ) => Effect.Effect<boolean, NotFound | EmbedConflict | ValidationFailed>
    /** Every finding on a choice that may not fit its schema. */
    readonly findings: (
      session: StoredSession,
      body: ReadableBody<S.EmbedFundChoice>
    ) => Effect.Effect<ReadonlyArray<PlacedFinding>>
    /** Saves the choice. The registration itself, where the choice needs one, starts when the review is confirmed. */
    readonly choose: Step<S.EmbedFundChoice>
  }
>()("@embedded-super/service/onboarding-sessions/FundChoices") {
  static readonly layer = Layer.effect(
    FundChoices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const directory = yield* FundDirectory
      const { apply, checkSeen, find, lock, nowOf, step, touch, agreed } = yield* stepping
      const selections = yield* selectionsRepo
      const { choosableBy, joinableBy } = yield* choosable
      const stapling = yield* staplingOfSession
      const checks = yield* regulationChecks

      /** The session, if its state allows the fund choice. */
      const findChoosing = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionId) {
        const session = yield* find(productId, id)
        yield* checkEvent(session, "fund_chosen", yield* nowOf(session))
        return session
      })

      /** What the directory knows of the funds that a choice names by product, by USI, and as self-managed. */
      const namedIn = Effect.fnUntraced(function* (
        { product_id }: StoredSession,
        body: ReadableBody<S.EmbedFundChoice>
      ) {
        const id = body.members.fund_product_id
        const usi = partOf(body, "unlisted_fund")?.members.usi
        const abn = partOf(body, "self_managed_super_fund")?.members.fund_abn
        const found = id === undefined ? Option.none() : yield* directory.find(product_id, id)
        return {
          named: Option.getOrUndefined(found),
          isListed: usi !== undefined && Option.isSome(yield* directory.findByUsi(product_id, usi)),
          isPublic: abn !== undefined && (yield* directory.hasAbn(product_id, digitsOf(abn) as S.Abn))
        }
      })

      /** Reads the choice against the display that the employee saw; the display must still be current. */
      const read = Effect.fnUntraced(function* (session: StoredSession, choice: S.EmbedFundChoice) {
        const seen = yield* selections.findDisplay(session.id, choice.display_id)
        if (seen === undefined) return yield* choicesChanged(session.state)
        const known = yield* stapling.remembered(session, seen.stapling_status)
        const offered = yield* choosableBy(session, known)
        if (!isSameDisplay(seen, displayedOf(offered))) return yield* choicesChanged(session.state)
        const named = yield* namedIn(session, wholeBody(choice))
        return yield* readChoice(choice, { choosable: offered, ...named, state: session.state })
      })

      const save = step<{ readonly choice: S.EmbedFundChoice; readonly regulation: Regulation }>(
        "chooseFund",
        "fund_chosen",
        Effect.fnUntraced(function* (session, { choice, regulation }, at) {
          const { consent_version, member_number, self_managed, ...chosen } = yield* read(session, choice)
          const warnings = [
            ...(self_managed === null ? [] : yield* checks.judge(regulation, choice.source)),
            ...(chosen.unlisted === null ? [] : [NOT_LISTED])
          ]
          const selection: StoredSelection = {
            id: (yield* newId) as S.SuperSelectionId,
            product_id: session.product_id,
            session_id: session.id,
            ...chosen,
            self_managed: self_managed && {
              ...self_managed,
              regulation_checked_at: regulation === "regulated" ? toTimestamp(at) : null,
              declaration_version: SELF_MANAGED_DECLARATION.version
            },
            progress_state: null,
            outcome: "incomplete",
            membership: membershipWith(member_number),
            display_id: choice.display_id,
            consent_version,
            consented_at: consent_version === null ? null : at,
            chosen_at: at,
            settled_at: null
          }
          yield* selections.put(selection)
          if (consent_version !== null) yield* agreed(session, "consent", consent_version)
          if (self_managed !== null) {
            yield* agreed(session, "declaration", SELF_MANAGED_DECLARATION.version)
          }
          const details = { ...session.details, warnings: [...otherWarnings(session), ...warnings] }
          return (yield* apply(session, ["fund_chosen"], { details }, at)).session
        })
      )

      return FundChoices.of({
        choices: operation("FundChoices.choices")(function* (productId, id) {
          const known = yield* stapling.ask(yield* findChoosing(productId, id))
          return yield* sql.withTransaction(
            Effect.gen(function* () {
              const session = yield* lock(productId, id)
              const at = yield* nowOf(session)
              yield* checkEvent(session, "fund_chosen", at)
              yield* touch(session, at)
              const offered = yield* choosableBy(session, known)
              const displayed = displayedOf(offered)
              const before = yield* selections.newestDisplay(id)
              if (before !== undefined && isSameDisplay(before.displayed, displayed)) {
                return presentChoices(before.id, offered)
              }
              const displayId = (yield* newId) as S.FundDisplayId
              yield* selections.insertDisplay(session, displayId, displayed, at)
              return presentChoices(displayId, offered)
            })
          )
        }),

        joinable: operation("FundChoices.joinable")(function* (productId, id) {
          return yield* joinableBy(yield* find(productId, id))
        }),

        recordShown: transaction("FundChoices.recordShown")(function* (
          productId,
          id,
          displayId,
          { advertisement = false, doors }
        ) {
          const session = yield* lock(productId, id)
          const displayed = yield* selections.findDisplay(id, displayId)
          if (displayed === undefined) return false
          const at = yield* nowOf(session)
          yield* checkEvent(session, "fund_chosen", at)
          if (advertisement && displayed.promoted.length === 0) return yield* refuse(NOTHING_ADVERTISED)
          const seen = advertisement ? [...doors, "advertisement"] : doors
          yield* selections.recordShown(displayId, seen, at)
          yield* touch(session, at)
          return true
        }),

        findings: operation("FundChoices.findings")(function* (session, body) {
          const known = yield* stapling.remembered(session, "not_asked")
          const offered = yield* choosableBy(session, known)
          const named = yield* namedIn(session, body)
          return choiceFindings(body, { choosable: offered, ...named })
        }),

        choose: (productId, id, choice, seen) =>
          Effect.gen(function* () {
            const session = yield* find(productId, id)
            yield* checkSeen(session, seen)
            yield* checkEvent(session, "fund_chosen", yield* nowOf(session))
            const regulation = yield* checks.ask(session, choice)
            return yield* save(productId, id, { choice, regulation }, seen)
          }).pipe(databaseDefects)
      })
    })
  )
}

const NOTHING_ADVERTISED = {
  pointer: "#/advertisement",
  code: "not_allowed",
  detail: "This display has no advertised funds."
} as const

const otherWarnings = ({ details }: StoredSession) =>
  details.warnings.filter(({ step }) => step !== "super_selection")
