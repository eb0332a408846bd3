import type { CheckResult } from "@embedded-super/contracts/schemas"

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
