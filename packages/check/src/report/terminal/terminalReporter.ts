import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Progress } from "../../run/RunRequest.ts"
import { colours, noColours, groupText, headText, runningText, summaryText } from "./terminalReport.ts"

/** Where the text goes. */
export interface TerminalOutput {
  readonly write: (text: string) => Effect.Effect<void>
  readonly width: number
  readonly canColour: boolean
  /** Whether a line can be replaced. */
  readonly canAnimate: boolean
}

type Head = Pick<CheckReport, "kit" | "kit_version" | "mode" | "seed" | "subject">

interface Running {
  readonly group: string
  readonly ended: number
  readonly checks: number
}

interface TerminalReporter {
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
  /** The groups that have begun and not ended: several, if groups overlap. The line shows the first. */
  let running: ReadonlyArray<Running> = []
  const live = () => {
    const [first] = running
    return canAnimate && first !== undefined
      ? write(`${REPLACE}${runningText(first.group, first.ended, first.checks)}`)
      : Effect.void
  }
  return {
    begin: (head) => write(`${headText(head, paint)}\n\n`),
    onProgress: (progress) =>
      Effect.suspend(() => {
        switch (progress.event) {
          case "run_started":
            return Effect.void
          case "group_started":
            running = [...running, { group: progress.group, ended: 0, checks: progress.checks }]
            return live()
          case "check_ended":
            running = running.map((one) =>
              one.group === String(progress.result.group) ? { ...one, ended: one.ended + 1 } : one
            )
            return live()
          case "group_ended":
            running = running.filter(({ group }) => group !== progress.group)
            return Effect.andThen(
              write(`${canAnimate ? REPLACE : ""}${groupText(progress, paint)}\n`),
              Effect.suspend(live)
            )
        }
      }),
    end: (report) => write(`\n${summaryText(report, columns, paint)}\n`)
  }
}
