/** The hooks of a partner that differs, for the code that they are called before. A plain partner has none. */
import * as Context from "effect/Context"
import type { Hooks } from "./Fault.ts"

export const PartnerHooks = Context.Reference<Hooks>("@embedded-super/partner-simulator/PartnerHooks", {
  defaultValue: () => ({})
})
