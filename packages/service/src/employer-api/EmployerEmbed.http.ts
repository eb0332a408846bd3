import { EmbedApi } from "@embedded-super/contracts/embed-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import { EmployerMatches } from "../default-activate/EmployerMatches.ts"
import { EmployerDetails } from "../employer-details/EmployerDetails.ts"
import { type OpenEmbed, callerEmployer, endedIfGone } from "../embed-sessions/embedSecurity.ts"
import { revisionSeen } from "../embed-sessions/viewRevision.ts"
import { answer } from "../platform/answers/answers.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { atoConnections } from "../employers/atoConnections.ts"
import { automations } from "../employers/automations.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"

/** The embed that sends the request. */
const openEmbed = Effect.gen(function* () {
  const { productId, id } = yield* callerEmployer
  const { embed_session_id } = yield* EmbedPrincipal
  return { productId, employerId: id, embedSessionId: embed_session_id }
})

/** If the employer no longer exists, its embed has ended. */
export const EmployerEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "employer-embed",
  Effect.fnUntraced(function* (handlers) {
    const settings = yield* EmployerSettings
    const connections = yield* atoConnections
    const { save: saveAutomations } = yield* automations
    const matches = yield* EmployerMatches
    const details = yield* EmployerDetails
    const clock = yield* BusinessClock

    /** Makes a change, in one transaction with the check that the person has seen the current view. */
    const change = Effect.fnUntraced(function* <A, E>(
      headers: Parameters<typeof revisionSeen>[0],
      make: (embed: OpenEmbed) => Effect.Effect<A, E>
    ) {
      const embed = yield* openEmbed
      return yield* settings.asSeen(embed, yield* revisionSeen(headers), make(embed))
    })

    /** The details form, with the current revision of the view. */
    const withForm = Effect.fnUntraced(function* (
      { employerId, productId }: OpenEmbed,
      form: S.EmbedEmployerDetailsForm
    ) {
      const { revision } = yield* settings.view(productId, employerId)
      return { ...answer(form), revision }
    })

    /** A draft that was just saved. */
    const savedDraft = Effect.fnUntraced(function* ({ employerId, productId }: OpenEmbed) {
      const { revision, sandboxed } = yield* settings.view(productId, employerId)
      return { saved_at: toTimestamp(yield* databaseDefects(clock.now(sandboxed))), revision }
    })

    return handlers.handleAll({
      getEmployerSettings: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerEmployer
        return answer(yield* endedIfGone(settings.view(productId, id)))
      }),
      chooseDefaultFund: ({ headers, payload }) =>
        change(headers, ({ embedSessionId, employerId, productId }) =>
          settings.chooseDefaultFund(productId, employerId, payload, embedSessionId)
        ).pipe(endedIfGone, Effect.map(answer)),
      saveAtoConnection: ({ headers, payload }) =>
        change(headers, (embed) => connections.save(embed, payload)).pipe(endedIfGone, Effect.map(answer)),
      checkAtoConnection: Effect.fnUntraced(function* ({ headers }) {
        const embed = yield* openEmbed
        const seen = yield* revisionSeen(headers)
        return answer(yield* endedIfGone(connections.check(embed, seen)))
      }),
      saveAutomations: ({ headers, payload }) =>
        change(headers, (embed) => saveAutomations(embed, payload)).pipe(endedIfGone, Effect.map(answer)),
      getEmployerMatches: Effect.fnUntraced(function* () {
        return answer(yield* endedIfGone(matches.find(yield* openEmbed)))
      }),
      confirmMatch: ({ headers, params, payload }) =>
        change(headers, (embed) => matches.confirm(embed, params.match_id, payload)).pipe(Effect.map(answer)),
      getEmployerDetailsForm: Effect.fnUntraced(function* () {
        const embed = yield* openEmbed
        return yield* withForm(embed, yield* details.form(embed))
      }),
      saveEmployerDetails: ({ headers, payload }) =>
        change(headers, (embed) =>
          Effect.flatMap(details.save(embed, payload), (form) => withForm(embed, form))
        ),
      draftEmployerDetails: ({ headers, payload }) =>
        change(headers, (embed) => Effect.andThen(details.draft(embed, payload), savedDraft(embed))).pipe(
          Effect.map(answer)
        ),
      declineMatch: ({ headers, params, payload }) =>
        change(headers, (embed) => matches.decline(embed, params.match_id, payload)).pipe(Effect.map(answer)),
      undoDecline: ({ headers, params }) =>
        change(headers, (embed) => matches.undoDecline(embed, params.match_id)).pipe(Effect.map(answer))
    })
  })
)
