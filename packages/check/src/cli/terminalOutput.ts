import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Terminal from "effect/Terminal"
import type { TerminalOutput } from "../report/terminal/terminalReporter.ts"

/** The standard output of this process. A reader that is gone, as in `| head`, doesn't end a run. */
export const terminalOutput: Effect.Effect<TerminalOutput, never, Terminal.Terminal> = Effect.gen(
  function* () {
    const terminal = yield* Terminal.Terminal
    const { canAnimate, canColor } = yield* TerminalCapabilities
    const columns = yield* terminal.columns
    return {
      write: (text) => Effect.ignore(terminal.display(text)),
      // 0 where the output is no terminal.
      width: columns > 0 ? columns : 100,
      canColour: canColor,
      canAnimate
    }
  }
)
