import { EmbedApi } from "@embedded-super/contracts/embed-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerEmployer, endedIfGone } from "../embed-sessions/embedSecurity.ts"
import { answer } from "../platform/answers/answers.ts"
import { EmployerSettings } from "./EmployerSettings.ts"

/** The settings of the employer whose embed is open. An employer that is gone ends its embeds. */
export const EmployerEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "employer-embed",
  Effect.fnUntraced(function* (handlers) {
    const settings = yield* EmployerSettings

    return handlers.handleAll({
      getEmployerSettings: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerEmployer
        return answer(yield* endedIfGone(settings.view(productId, id)))
      }),
      chooseDefaultFund: Effect.fnUntraced(function* ({ payload }) {
        const { productId, id } = yield* callerEmployer
        return answer(yield* endedIfGone(settings.chooseDefaultFund(productId, id, payload)))
      })
    })
  })
)
