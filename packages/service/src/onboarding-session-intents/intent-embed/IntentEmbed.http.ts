import { EmbedApi } from "@embedded-super/contracts/embed-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerIntent, endedIfGone } from "../../embed-sessions/embedSecurity.ts"
import { type ChangeRequest, revisionSeen } from "../../embed-sessions/viewRevision.ts"
import { answer } from "../../platform/answers/answers.ts"
import { type IntentStep, IntentSteps } from "./IntentSteps.ts"

/** The handler of a step: applies it to the open intent, and returns its view. */
const save = <Input, View>(step: IntentStep<Input, View>) =>
  Effect.fnUntraced(function* ({ headers, payload }: ChangeRequest<Input>) {
    const { productId, id } = yield* callerIntent
    return answer(yield* endedIfGone(step(productId, id, payload, yield* revisionSeen(headers))))
  })

/** The steps of the intent whose embed is open. */
export const IntentEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "intent-embed",
  Effect.fnUntraced(function* (handlers) {
    const steps = yield* IntentSteps

    return handlers.handleAll({
      getIntent: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerIntent
        return answer(yield* endedIfGone(steps.view(productId, id)))
      }),
      saveIntentPerson: save(steps.savePerson),
      saveIntentJob: save(steps.saveJob),
      draftIntentPerson: save(steps.draftPerson),
      draftIntentJob: save(steps.draftJob),
      saveIntentRequests: save(steps.saveRequests),
      confirmIntent: save(steps.confirm)
    })
  })
)
