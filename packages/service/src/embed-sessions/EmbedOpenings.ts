import type { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { EmbedUrlApp } from "./embedUrl.ts"
import type { OpenEmbed } from "./embedSecurity.ts"

/**
 * The port to the apps that an embed can show: the effect of its first opening on the entity in the URL. Embed sessions
 * don't import apps; `appOpenings.ts` at the top of the service connects them.
 */
export class EmbedOpenings extends Context.Service<
  EmbedOpenings,
  {
    /** Marks the entity as opened, in the transaction of the opening. A reload doesn't call it. */
    readonly opened: (
      app: EmbedUrlApp,
      entity: { readonly productId: S.ProductId; readonly id: string },
      at: Date
    ) => Effect.Effect<void, NotFound | SqlError>
    /**
     * Starts the lookup of an employer's matches, after that transaction. Doesn't wait for the lookup, and never fails.
     */
    readonly beginLookup: (embed: OpenEmbed) => Effect.Effect<void>
  }
>()("@embedded-super/service/embed-sessions/EmbedOpenings") {}
