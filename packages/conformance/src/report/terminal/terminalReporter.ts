import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Progress } from "../../run/Progress.ts"
import { colours, noColours } from "./Paint.ts"
import { groupText, headText, runningText, summaryText } from "./terminalReport.ts"

/** Where the text goes. */
export interface TerminalOutput {
  readonly write: (text: string) => Effect.Effect<void>
  readonly width: number
  readonly canColour: boolean
  /** Whether a line can be replaced. */
  readonly canAnimate: boolean
}

type Head = Pick<CheckReport, "kit" | "kit_version" | "mode" | "seed" | "subject">

export interface TerminalReporter {
  readonly begin: (head: Head) => Effect.Effect<void>
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
  readonly end: (report: CheckReport) => Effect.Effect<void>
}

const REPLACE = "\r\u001b[K"
const WIDEST = 100

/** Prints a run while it runs. */
export const terminalReporter = ({
  canAnimate,
  canColour,
  width,
  write
}: TerminalOutput): TerminalReporter => {
  const paint = canColour ? colours : noColours
  const columns = Math.max(40, Math.min(width, WIDEST))
  let running = { group: "", ended: 0, checks: 0 }
  const live = () =>
    canAnimate ? write(`${REPLACE}${runningText(running.group, running.ended, running.checks)}`) : Effect.void
  return {
    begin: (head) => write(`${headText(head, paint)}\n\n`),
    onProgress: (progress) =>
      Effect.suspend(() => {
        switch (progress.event) {
          case "run_started":
            return Effect.void
          case "group_started":
            running = { group: progress.group, ended: 0, checks: progress.checks }
            return live()
          case "check_ended":
            running = { ...running, ended: running.ended + 1 }
            return live()
          case "group_ended":
            return write(`${canAnimate ? REPLACE : ""}${groupText(progress, paint)}\n`)
        }
      }),
    end: (report) => write(`\n${summaryText(report, columns, paint)}\n`)
  }
}
