import type { EmbedPrincipal } from "@embedded-super/contracts/principals"
import type { BodyRules } from "@embedded-super/http-manners"
import * as Context from "effect/Context"

/**
 * The port to the rules of bodies that depend on the sending embed, such as a fund's questions to an employer. Embed sessions
 * don't import apps; `bodyRules.ts` at the top of the service connects them. By default there are none.
 */
export const EmbedBodyRules = Context.Reference<(caller: EmbedPrincipal["Service"]) => BodyRules>(
  "@embedded-super/service/embed-sessions/EmbedBodyRules",
  { defaultValue: () => () => () => undefined }
)
