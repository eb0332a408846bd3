import type { CheckMode, WebUrl } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Progress } from "./Progress.ts"

/** A run of either kit, as a command line, a page or a test asks for it. */
export interface RunRequest {
  readonly mode: CheckMode
  readonly seed: number
  /** Groups and ids; empty or left out for all. */
  readonly names?: ReadonlyArray<string>
  readonly onProgress?: (progress: Progress) => Effect.Effect<void>
  /** Where the docs are that the report leads to; left out, it leads to none. */
  readonly docsUrl?: WebUrl
}
