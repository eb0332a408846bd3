import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerSession, endedIfGone } from "../../embed-sessions/embedSecurity.ts"
import { type ChangeRequest, revisionSeen } from "../../embed-sessions/viewRevision.ts"
import { FundDirectory, withRegistration, notOffered } from "../../funds/FundDirectory.ts"
import { refuseQuery, type ReadableBody, type PlacedFinding } from "../../personal-data/Findings.ts"
import { answer, pdfAnswer } from "../../platform/answers/answers.ts"
import { Confirmation } from "./Confirmation.ts"
import { FundChoices } from "../super-selection/FundChoices.ts"
import { PhoneVerification } from "../phone-verification/PhoneVerification.ts"
import { onboardingDrafts, OnboardingSteps } from "./OnboardingSteps.ts"
import { type Step, type OpenOnboarding, stepping } from "./stepping.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { phoneRules } from "../phone-verification/verificationRules.ts"
import { nowOf } from "../SessionsRepo.ts"
import { stepRules } from "./stepInput.ts"

/** The handler of a step of the open session, with a check that the employee saw its current view. */
const save = <Input, View, Refused>(step: Step<Input, View, Refused>) =>
  Effect.fnUntraced(function* ({ headers, payload }: ChangeRequest<Input>) {
    const { productId, id } = yield* callerSession
    return answer(yield* endedIfGone(step(productId, id, payload, yield* revisionSeen(headers))))
  })

/** The handler of a read of the open session. */
const show = <View, E>(read: (productId: S.ProductId, id: S.OnboardingSessionId) => Effect.Effect<View, E>) =>
  Effect.fnUntraced(function* () {
    const { productId, id } = yield* callerSession
    return answer(yield* endedIfGone(read(productId, id)))
  })

/** The steps of the onboarding session whose embed is open. An embed ends once its session doesn't exist. */
export const EmployeeEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "employee-embed",
  Effect.fnUntraced(function* (handlers) {
    const steps = yield* OnboardingSteps
    const funds = yield* FundChoices
    const confirmation = yield* Confirmation
    const verification = yield* PhoneVerification
    const drafts = yield* onboardingDrafts

    return handlers.handleAll({
      getOnboarding: show(steps.view),
      requestVerificationCode: save(verification.request),
      verifyCode: save(verification.verify),
      saveIdentity: save(steps.saveIdentity),
      saveContact: save(steps.saveContact),
      draftIdentity: save(drafts.identity),
      draftContact: save(drafts.contact),
      draftSelfManaged: save(drafts.selfManaged),
      saveTax: save(steps.saveTax),
      acceptDisclaimer: save(steps.acceptDisclaimer),
      getFundChoices: show(funds.choices),
      recordShownChoices: Effect.fnUntraced(function* ({ params, payload }) {
        const { productId, id } = yield* callerSession
        const known = yield* endedIfGone(funds.recordShown(productId, id, params.display_id, payload))
        if (!known) return yield* noSuchDisplay
      }),
      chooseFund: save(funds.choose),
      confirmReview: save(confirmation.confirm),
      getOnboardingChoiceForm: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerSession
        return pdfAnswer("super-choice-form", yield* endedIfGone(confirmation.choiceForm(productId, id)))
      })
    })
  })
)

const NO_DOORS = refuseQuery({
  pointer: "#/door",
  code: "not_allowed",
  detail: "Only an onboarding has doors. Leave this out in the super settings."
})

const noSuchDisplay = new NotFound({
  code: "not_found",
  detail: "This onboarding has no such display of fund choices."
})

/**
 * The neutral directory, alphabetical. An employer sees the products that can be its default; an employee sees every
 * product, also closed ones, of which they may be members.
 */
export const FundProductsHttp = HttpApiBuilder.group(
  EmbedApi,
  "fund-products",
  Effect.fnUntraced(function* (handlers) {
    const funds = yield* FundDirectory
    const choices = yield* FundChoices

    /** The products that the employee can join: that depends on the data that their session can supply. */
    const joinableBy = ({ entity_id, product_id }: EmbedPrincipal["Service"]) =>
      Effect.map(
        endedIfGone(choices.joinable(product_id, entity_id as S.OnboardingSessionId)),
        (products) => new Set(products.map(({ id }) => id))
      )

    return handlers.handleAll({
      searchFundProducts: Effect.fnUntraced(function* ({ query }) {
        const caller = yield* EmbedPrincipal
        const { after, door, limit } = query
        if (door !== undefined && caller.app !== "onboarding") return yield* NO_DOORS
        const joinable = caller.app === "onboarding" ? yield* joinableBy(caller) : undefined
        const page = yield* funds.search({
          product: caller.product_id,
          among: joinable === undefined ? "possible_defaults" : door === "join" ? [...joinable] : "all",
          query: query.query,
          after,
          limit
        })
        const offered =
          joinable === undefined
            ? yield* Effect.provideService(
                withRegistration(caller.product_id, page.products),
                FundDirectory,
                funds
              )
            : page.products.map((product): S.EmbedFundProduct => ({
                ...product,
                can_register: joinable.has(product.id)
              }))
        // An employee may be a member of any fund, so without a door everything that is known is offered.
        const purpose = joinable === undefined ? "default" : door
        const not_offered =
          purpose !== undefined && query.query !== undefined && after === undefined
            ? yield* Effect.provideService(
                notOffered(caller.product_id, query.query, purpose, page),
                FundDirectory,
                funds
              )
            : []
        return {
          ...answer(offered),
          ...(page.mistakes === 0 ? {} : { is_near: true }),
          ...(not_offered.length === 0 ? {} : { not_offered }),
          pagination: { next_cursor: page.next_cursor }
        }
      })
    })
  })
)

type Rule = (
  body: ReadableBody<never>,
  open: OpenOnboarding,
  today: S.CalendarDate
) => Effect.Effect<ReadonlyArray<PlacedFinding>>

/**
 * The rules of the steps' bodies, by operation, for a body that doesn't fit its schema: the employee gets all findings
 * at once (D-employee-embed). A step applies the same rules to a body that fits. A session that has no such rules, or
 * doesn't exist, adds nothing.
 */
export const sessionBodyRules = Effect.gen(function* () {
  const { find } = yield* stepping
  const choices = yield* FundChoices

  const rules: Readonly<Record<string, Rule>> = {
    saveIdentity: (body, { session }, today) => Effect.succeed(stepRules.saveIdentity(body, session, today)),
    saveContact: (body, { session }, today) => Effect.succeed(stepRules.saveContact(body, session, today)),
    saveTax: (body, { session }, today) => Effect.succeed(stepRules.saveTax(body, session, today)),
    acceptDisclaimer: (body, { session }, today) =>
      Effect.succeed(stepRules.acceptDisclaimer(body, session, today)),
    requestVerificationCode: (body, { session }) => Effect.succeed(phoneRules(body, session).findings.errors),
    chooseFund: (body, open) => choices.findings(open, body)
  }

  return (productId: S.ProductId, id: S.OnboardingSessionId) => (operation: string) => {
    const rule = rules[operation]
    if (rule === undefined) return undefined
    return (body: ReadableBody<never>) =>
      Effect.gen(function* () {
        const open = yield* find(productId, id)
        return yield* rule(body, open, dayInSydney(yield* nowOf(open.session)))
      }).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed([])),
        databaseDefects
      )
  }
})
