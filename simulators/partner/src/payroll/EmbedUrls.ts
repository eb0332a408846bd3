/**
 * Step 3 of an integration: ask for an embed URL, on the server, each time that a page shows an embed. The loader on the
 * page (`pages/browser/embed.ts`) fetches it from here, and again when the frame needs a new one.
 *
 * The trap: the URL is a secret that opens one frame. Don't log it, don't store it, don't put it into the page's HTML.
 *
 * Guide: partners/embedding
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ServiceClient } from "../service/ServiceClient.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"

type Url = Effect.Effect<string, ServiceRefused>

export class EmbedUrls extends Context.Service<
  EmbedUrls,
  {
    /** The employer's settings (`super_settings`), or its form for a new person (`onboarding_intent`). */
    readonly forEmployer: (
      employer: { readonly id: string; readonly productId: string },
      app: "super_settings" | "onboarding_intent"
    ) => Url
    /** The employee's own form. */
    readonly forSession: (session: { readonly id: string; readonly productId: string }) => Url
  }
>()("@embedded-super/partner-simulator/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { ask } = yield* ServiceClient
      return EmbedUrls.of({
        forEmployer: ({ id, productId }, app) =>
          Effect.map(
            ask(
              (client) =>
                client.POST("/api/v1/employers/{id}/generate-embed-url", {
                  params: { path: { id } },
                  body: { app }
                }),
              productId
            ),
            ({ data }) => data.embed_url
          ),
        forSession: ({ id, productId }) =>
          Effect.map(
            ask(
              (client) =>
                client.POST("/api/v1/onboarding-session/{id}/generate-embed-url", {
                  params: { path: { id } },
                  body: {}
                }),
              productId
            ),
            ({ data }) => data.embed_url
          )
      })
    })
  )
}
