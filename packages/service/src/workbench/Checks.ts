import type { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Checks of funds that a person begins in the Workbench, and the settings with which a partner checks its receiver. */
export class Checks extends Context.Service<
  Checks,
  {
    readonly list: Effect.Effect<S.WorkbenchChecks>
    readonly fund: (slug: S.Slug) => Effect.Effect<S.WorkbenchCheck, NotFound>
    /** Begins a check unless one of this fund runs, and returns where it is. */
    readonly start: (slug: S.Slug) => Effect.Effect<S.WorkbenchCheck, NotFound>
    /** The HTML report of a fund's last check here; undefined if there is none. */
    readonly report: (slug: string) => Effect.Effect<string | undefined>
  }
>()("@embedded-super/service/workbench/Checks") {}
