import { EmbedApi } from "@embedded-super/contracts/embed-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerSession, endedIfGone } from "../../embed-sessions/embedSecurity.ts"
import { type ChangeRequest, revisionSeen } from "../../embed-sessions/viewRevision.ts"
import { answer, pdfAnswer } from "../../platform/answers/answers.ts"
import { choiceFormName } from "../choice-form/choiceForm.ts"
import { Confirmation } from "./Confirmation.ts"
import { FundChoices } from "../super-selection/FundChoices.ts"
import { PhoneVerification } from "../phone-verification/PhoneVerification.ts"
import { OnboardingSteps } from "./OnboardingSteps.ts"
import type { Step } from "./stepping.ts"

/** The handler of a step of the open session, with a check that the employee saw its current view. */
const save = <Input, View>(step: Step<Input, View>) =>
  Effect.fnUntraced(function* ({ headers, payload }: ChangeRequest<Input>) {
    const { productId, id } = yield* callerSession
    return answer(yield* endedIfGone(step(productId, id, payload, yield* revisionSeen(headers))))
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

    return handlers.handleAll({
      getOnboarding: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerSession
        return answer(yield* endedIfGone(steps.view(productId, id)))
      }),
      requestVerificationCode: save(verification.request),
      verifyCode: save(verification.verify),
      saveIdentity: save(steps.saveIdentity),
      saveContact: save(steps.saveContact),
      saveTax: save(steps.saveTax),
      acceptDisclaimer: save(steps.acceptDisclaimer),
      getFundChoices: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerSession
        return answer(yield* endedIfGone(funds.choices(productId, id)))
      }),
      chooseFund: save(funds.choose),
      confirmReview: save(confirmation.confirm),
      getOnboardingChoiceForm: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerSession
        return pdfAnswer(choiceFormName(id), yield* endedIfGone(confirmation.choiceForm(productId, id)))
      })
    })
  })
)
