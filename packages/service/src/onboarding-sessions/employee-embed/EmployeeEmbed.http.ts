import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerSession, endedIfGone } from "../../embed-sessions/embedSecurity.ts"
import { type ChangeRequest, revisionSeen } from "../../embed-sessions/viewRevision.ts"
import { FundDirectory, withRegistration } from "../../funds/FundDirectory.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { answer, pdfAnswer } from "../../platform/answers/answers.ts"
import { choiceFormName } from "../choice-form/choiceForm.ts"
import { Confirmation } from "./Confirmation.ts"
import { FundChoices } from "../super-selection/FundChoices.ts"
import { PhoneVerification } from "../phone-verification/PhoneVerification.ts"
import { onboardingDrafts } from "./onboardingDrafts.ts"
import { OnboardingSteps } from "./OnboardingSteps.ts"
import type { Step } from "./stepping.ts"

/** The handler of a step of the open session, with a check that the employee saw its current view. */
const save = <Input, View>(step: Step<Input, View>) =>
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
      chooseFund: save(funds.choose),
      confirmReview: save(confirmation.confirm),
      getOnboardingChoiceForm: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerSession
        return pdfAnswer(choiceFormName(id), yield* endedIfGone(confirmation.choiceForm(productId, id)))
      })
    })
  })
)

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

    /** Whether the employee can join depends on the data that their session can supply. */
    const withChoices = Effect.fnUntraced(function* (
      { entity_id, product_id }: EmbedPrincipal["Service"],
      products: ReadonlyArray<FundProduct>
    ) {
      const joinable = choices.joinable(product_id, entity_id as S.OnboardingSessionId)
      const ids = yield* endedIfGone(joinable)
      return products.map((product): S.EmbedFundProduct => ({
        ...product,
        can_register: ids.has(product.id)
      }))
    })

    return handlers.handleAll({
      searchFundProducts: Effect.fnUntraced(function* ({ query }) {
        const caller = yield* EmbedPrincipal
        const { products, next_cursor } = yield* funds.search({
          product: caller.product_id,
          among: caller.app === "onboarding" ? "all" : "possible_defaults",
          query: query.query,
          after: query.after,
          limit: query.limit
        })
        const offered =
          caller.app === "onboarding"
            ? yield* withChoices(caller, products)
            : yield* Effect.provideService(
                withRegistration(caller.product_id, products),
                FundDirectory,
                funds
              )
        return { ...answer(offered), pagination: { next_cursor } }
      })
    })
  })
)
