import * as Effect from "effect/Effect"
import process from "node:process"
import { enterPressed } from "./enterPressed.ts"

const QUESTION = "\nRestart your fund now, and press Enter when it is ready again.\n"

/** Asks the person at the terminal to restart the fund; undefined if nobody is there, or wants to be asked. */
export const afterRestart = (
  isWanted: boolean,
  write: (text: string) => Effect.Effect<void>
): Effect.Effect<void> | undefined =>
  isWanted && process.stdin.isTTY && process.stdout.isTTY
    ? Effect.andThen(write(QUESTION), enterPressed())
    : undefined
