/**
 * The fund choice. `choosable` finds the funds that an employee can choose: funds that they have,
 * funds to join, the employer's default fund, a self-managed fund. `promotion` decides which may be advertised,
 * `readChoice` reads the choice, `SelectionsRepo` stores it.
 *
 * Why displays are stored (`displays`): the law requires a record of the funds that an employee was shown, and of their
 * order.
 *
 * The traps: a choice names its display. If the possible choices have changed since, the choice is refused, and the
 * frame fetches the choices again. The ATO and the register of funds are asked outside of transactions. A display is
 * stored without the session's lock, so the statement that stores it checks the session's version.
 */
import type { EmbedConflict, NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import {
  partOf,
  type ReadableBody,
  wholeBody,
  type PlacedFinding,
  refuse
} from "../../personal-data/Findings.ts"
import { readAbn, readUsi } from "../../personal-data/text.ts"
import { newId } from "../../platform/ids/newId.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { choicesChanged } from "../employee-embed/steps.ts"
import { checkEvent, type OpenOnboarding, type Step, stepping } from "../employee-embed/stepping.ts"
import { SELF_MANAGED_DECLARATION } from "../employee-embed/texts.ts"
import { nowOf, type StoredSession } from "../SessionsRepo.ts"
import { choosable, withUsi } from "./choosable.ts"
import { displayedOf, isSameDisplay, presentChoices } from "./displays.ts"
import { membershipWith } from "./membership.ts"
import { choiceFindings, readChoice } from "./readChoice.ts"
import { type Regulation, regulationChecks } from "./RegulatedFunds.ts"
import { selectionsRepo } from "./SelectionsRepo.ts"
import { type KnownStapling, remembered, staplingOfSession } from "./staplingOfSession.ts"
import { NOT_LISTED } from "./selfManagedFund.ts"
import { databaseDefects, operation } from "../../platform/database/operation.ts"
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
     * Records the parts of a display that the employee has seen (D-advertising); returns false if the session has no such
     * display. Earlier records stay, so a repeat changes nothing.
     */
    readonly recordShown: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      displayId: S.FundDisplayId,
      shown: S.EmbedShownChoices
    ) => Effect.Effect<boolean, NotFound | EmbedConflict | ValidationFailed>
    /** Every finding on a choice that may not fit its schema. */
    readonly findings: (
      open: OpenOnboarding,
      body: ReadableBody<S.EmbedFundChoice>
    ) => Effect.Effect<ReadonlyArray<PlacedFinding>>
    /** Saves the choice. The registration itself, where the choice needs one, starts when the review is confirmed. */
    readonly choose: Step<S.EmbedFundChoice>
  }
>()("@embedded-super/service/onboarding-sessions/FundChoices") {
  static readonly layer = Layer.effect(
    FundChoices,
    Effect.gen(function* () {
      const { apply, checkSeen, find, step, agreed } = yield* stepping
      const selections = yield* selectionsRepo
      const { choosableBy, joinableBy } = yield* choosable
      const stapling = yield* staplingOfSession
      const checks = yield* regulationChecks

      /** The session, if its state allows the fund choice. */
      const findChoosing = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionId) {
        const open = yield* find(productId, id)
        const at = yield* nowOf(open.session)
        yield* checkEvent(open.session, "fund_chosen", at)
        return { open, at }
      })

      /** The choices, and the directory's products of the funds that the body names by product, USI and ABN. */
      const offeredFor = Effect.fnUntraced(function* (
        open: OpenOnboarding,
        known: KnownStapling,
        body: ReadableBody<S.EmbedFundChoice>
      ) {
        const id = body.members.fund_product_id
        const typedUsi = partOf(body, "unlisted_fund")?.members.usi
        const usi = typedUsi === undefined ? undefined : readUsi(typedUsi)
        const typedAbn = partOf(body, "self_managed_super_fund")?.members.fund_abn
        const abn = typedAbn === undefined ? undefined : readAbn(typedAbn)
        const { found, offered } = yield* choosableBy(open, known, {
          ids: id === undefined ? [] : [id],
          usis: usi === undefined ? [] : [usi],
          abns: abn === undefined ? [] : [abn]
        })
        return {
          found,
          choosable: offered,
          named: found.find(({ isCurrent, product }) => isCurrent && product.id === id)?.product,
          isListed: usi !== undefined && withUsi(found, usi) !== undefined,
          isPublic: found.some(({ isCurrent, product }) => isCurrent && product.abn === abn)
        }
      })

      /** Reads the choice against the display that the employee saw; the display must still be current. */
      const readNow = Effect.fnUntraced(function* (open: OpenOnboarding, choice: S.EmbedFundChoice) {
        const { state } = open.session
        const seen = yield* selections.findDisplay(open.session.id, choice.display_id)
        if (seen === undefined) return yield* choicesChanged(state)
        const known = remembered(open.stapling, seen.stapling_status)
        const { found, ...offered } = yield* offeredFor(open, known, wholeBody(choice))
        if (!isSameDisplay(seen, displayedOf(offered.choosable))) return yield* choicesChanged(state)
        const read = yield* readChoice(choice, { ...offered, state })
        return { read, product: found.find(({ product }) => product.id === read.fund_product_id)?.product }
      })

      const save = step<{ readonly choice: S.EmbedFundChoice; readonly regulation: Regulation }>(
        "chooseFund",
        "fund_chosen",
        Effect.fnUntraced(function* (open, { choice, regulation }, at) {
          const { session } = open
          const { product, read } = yield* readNow(open, choice)
          const { consent_version, member_number, self_managed, ...chosen } = read
          const warnings = [
            ...(self_managed === null ? [] : yield* checks.judge(regulation, choice.source)),
            ...(chosen.unlisted === null ? [] : [NOT_LISTED])
          ]
          const selection = yield* selections.asStored({
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
            refusal: null,
            display_id: choice.display_id,
            consent_version,
            consented_at: consent_version === null ? null : at,
            chosen_at: at,
            settled_at: null
          })
          const writes = [
            yield* selections.putting(selection),
            ...(consent_version === null ? [] : [yield* agreed(session, "consent", consent_version)]),
            ...(self_managed === null
              ? []
              : [yield* agreed(session, "declaration", SELF_MANAGED_DECLARATION.version)])
          ]
          const all = [...otherWarnings(session), ...warnings]
          // Sealed details are written only if they change: mostly there was no warning, and there is none.
          const isSame = all.length === 0 && session.details.warnings.length === 0
          const change = isSame ? {} : { details: { ...session.details, warnings: all } }
          const changed = { selection, product, writes }
          return (yield* apply(open, ["fund_chosen"], change, at, changed)).open
        })
      )

      return FundChoices.of({
        choices: operation("FundChoices.choices")(function* (productId, id) {
          for (;;) {
            const { at, open } = yield* findChoosing(productId, id)
            const known = yield* stapling.ask(open.session, open.stapling)
            const { offered } = yield* choosableBy(open, known)
            const newDisplay = (yield* newId) as S.FundDisplayId
            const shown = yield* selections.show(open.session, newDisplay, displayedOf(offered), at)
            // The session changed meanwhile: its choices may have, too.
            if (shown !== undefined) return presentChoices(shown, offered)
          }
        }),

        joinable: operation("FundChoices.joinable")(function* (productId, id) {
          return yield* joinableBy((yield* find(productId, id)).session)
        }),

        recordShown: operation("FundChoices.recordShown")(function* (
          productId,
          id,
          displayId,
          { advertisement = false, doors }
        ) {
          for (;;) {
            const open = yield* find(productId, id)
            const displayed = yield* selections.findDisplay(id, displayId)
            if (displayed === undefined) return false
            const at = yield* nowOf(open.session)
            yield* checkEvent(open.session, "fund_chosen", at)
            if (advertisement && displayed.promoted.length === 0) return yield* refuse(NOTHING_ADVERTISED)
            const seen = advertisement ? [...doors, "advertisement"] : doors
            if (yield* selections.recordShown(open.session, displayId, seen, at)) return true
          }
        }),

        findings: operation("FundChoices.findings")(function* (open, body) {
          const offered = yield* offeredFor(open, remembered(open.stapling, "not_asked"), body)
          return choiceFindings(body, offered)
        }),

        choose: (productId, id, choice, seen) =>
          Effect.gen(function* () {
            if (!mayBeSelfManaged(choice)) {
              return yield* save(productId, id, { choice, regulation: "unknown" }, seen)
            }
            const open = yield* find(productId, id)
            yield* checkSeen(open, seen)
            yield* checkEvent(open.session, "fund_chosen", yield* nowOf(open.session))
            const regulation = yield* checks.ask(open.session, choice)
            return yield* save(productId, id, { choice, regulation }, seen)
          }).pipe(databaseDefects)
      })
    })
  )
}

/** Whether the choice may be of a self-managed fund, about which the register is asked before the choice is saved. */
const mayBeSelfManaged = ({ self_managed_super_fund, source }: S.EmbedFundChoice) =>
  self_managed_super_fund !== undefined || source === "partner_supplied"

const NOTHING_ADVERTISED = {
  pointer: "#/advertisement",
  code: "not_allowed",
  detail: "This display has no advertised funds."
} as const

const otherWarnings = ({ details }: StoredSession) =>
  details.warnings.filter(({ step }) => step !== "super_selection")
