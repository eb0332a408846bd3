import { EmbedApi } from "@embedded-super/contracts/embed-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import { EmployerMatches } from "../default-activate/EmployerMatches.ts"
import { EmployerDetails } from "../employer-details/EmployerDetails.ts"
import { callerEmployer, endedIfGone } from "../embed-sessions/embedSecurity.ts"
import { answer } from "../platform/answers/answers.ts"
import { AtoConnections } from "./AtoConnections.ts"
import { Automations } from "./Automations.ts"
import { EmployerSettings } from "./EmployerSettings.ts"

/** The embed that the call comes from; matches live as long as it does. */
const openEmbed = Effect.gen(function* () {
  const { productId, id } = yield* callerEmployer
  const { embed_session_id } = yield* EmbedPrincipal
  return { productId, employerId: id, embedSessionId: embed_session_id }
})

/** The settings of the employer whose embed is open. An employer that is gone ends its embeds. */
export const EmployerEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "employer-embed",
  Effect.fnUntraced(function* (handlers) {
    const settings = yield* EmployerSettings
    const connections = yield* AtoConnections
    const automations = yield* Automations
    const matches = yield* EmployerMatches
    const details = yield* EmployerDetails

    return handlers.handleAll({
      getEmployerSettings: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerEmployer
        return answer(yield* endedIfGone(settings.view(productId, id)))
      }),
      chooseDefaultFund: Effect.fnUntraced(function* ({ payload }) {
        const { embedSessionId, employerId, productId } = yield* openEmbed
        return answer(
          yield* endedIfGone(settings.chooseDefaultFund(productId, employerId, payload, embedSessionId))
        )
      }),
      saveAtoConnection: Effect.fnUntraced(function* ({ payload }) {
        return answer(yield* endedIfGone(connections.save(yield* openEmbed, payload)))
      }),
      checkAtoConnection: Effect.fnUntraced(function* () {
        return answer(yield* endedIfGone(connections.check(yield* openEmbed)))
      }),
      saveAutomations: Effect.fnUntraced(function* ({ payload }) {
        return answer(yield* endedIfGone(automations.save(yield* openEmbed, payload)))
      }),
      getEmployerMatches: Effect.fnUntraced(function* () {
        return answer(yield* endedIfGone(matches.find(yield* openEmbed)))
      }),
      confirmMatch: Effect.fnUntraced(function* ({ params, payload }) {
        return answer(yield* matches.confirm(yield* openEmbed, params.match_id, payload))
      }),
      getEmployerDetailsForm: Effect.fnUntraced(function* () {
        return answer(yield* details.form(yield* openEmbed))
      }),
      saveEmployerDetails: Effect.fnUntraced(function* ({ payload }) {
        return answer(yield* details.save(yield* openEmbed, payload))
      }),
      declineMatch: Effect.fnUntraced(function* ({ params, payload }) {
        return answer(yield* matches.decline(yield* openEmbed, params.match_id, payload))
      })
    })
  })
)
