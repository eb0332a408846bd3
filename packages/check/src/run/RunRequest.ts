import type { CheckMode, CheckResult, WebUrl } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"

/** The events of a run, as they happen. The trap: only the report's texts are masked; show no text of these results. */
export type Progress =
  | { readonly event: "run_started"; readonly checks: number }
  | {
      readonly event: "group_started"
      readonly group: string
      readonly title: string
      readonly checks: number
    }
  | { readonly event: "check_ended"; readonly result: CheckResult }
  | {
      readonly event: "group_ended"
      readonly group: string
      readonly title: string
      readonly results: ReadonlyArray<CheckResult>
    }

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
