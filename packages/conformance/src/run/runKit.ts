import type { CheckMode, CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Check, Kit } from "../check/Check.ts"
import type { Exchanges } from "../exchange/Exchanges.ts"
import type { Draws } from "./Draws.ts"
import type { Progress } from "./Progress.ts"

/** What a run needs to know. */
export interface RunOptions<World> {
  readonly kit: Kit<World>
  /** The world as one check sees it: its random values come from `draws`. */
  readonly worldOf: (draws: Draws, check: Check<World>) => World
  readonly mode: CheckMode
  readonly seed: number
  readonly subject: { readonly name: string; readonly address?: string }
  /** Where the kit's caller records its calls. */
  readonly exchanges: Exchanges
  /** Groups and ids; empty or left out for all. `select` has checked them. */
  readonly selection?: ReadonlyArray<string>
  readonly onProgress?: (progress: Progress) => Effect.Effect<void>
}

/** Runs the checks, and reports. It never fails and never hangs: each check has a time limit. */
export type RunKit = <World>(options: RunOptions<World>) => Effect.Effect<CheckReport>
