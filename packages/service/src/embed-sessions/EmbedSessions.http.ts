import { EmbedApi } from "@embedded-super/contracts/embed-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { answer } from "../platform/answers/answers.ts"
import { EmbedSessions } from "./EmbedSessions.ts"

export const EmbedSessionsHttp = HttpApiBuilder.group(
  EmbedApi,
  "embed-sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions
    return handlers.handleAll({
      openEmbed: ({ payload }) => Effect.map(sessions.open(payload), answer)
    })
  })
)

const page = `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>This embed has no screens yet</title>
  </head>
  <body>
    <main>
      <h1>This embed has no screens yet</h1>
      <p>The embed API behind it is complete for this version. Send this page's address to
        <code>POST /embed-api/v1/embed-sessions</code> and go through the steps with the token that it returns.</p>
    </main>
  </body>
</html>
`

/** The placeholder page at an embed URL, until the embeds have screens. It loads nothing and stores nothing. */
export const EmbedPageHttp = HttpRouter.add(
  "GET",
  "/embed/v1/*",
  HttpServerResponse.html(page).pipe(
    HttpServerResponse.setHeaders({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      // The URL is a secret until it is used.
      "referrer-policy": "no-referrer"
    })
  )
)
