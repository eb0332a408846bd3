import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { EmbedSessions } from "./EmbedSessions.ts"

export const EmbedSessionsHttp = HttpApiBuilder.group(
  EmbedApi,
  "embed-sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions
    return handlers.handleAll({
      openEmbed: ({ payload }) => Effect.map(sessions.open(payload), answer),
      endEmbed: () => Effect.flatMap(EmbedPrincipal, (caller) => sessions.end(caller.embed_session_id))
    })
  })
)
