import * as Effect from "effect/Effect"
import process from "node:process"
import type { Readable } from "node:stream"

/**
 * Enter, at the terminal. Ctrl-D there ends the program as Ctrl-C does: after it, nothing can be pressed. An input that is
 * no terminal, as in a container, ends at once and means nothing.
 */
export const enterPressed = (
  input: Readable & { readonly isTTY?: boolean } = process.stdin
): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const onData = () => resume(Effect.void)
    const onEnd = () => {
      if (input.isTTY === true) resume(Effect.interrupt)
    }
    if (input.readableEnded) onEnd()
    input.once("data", onData)
    input.once("end", onEnd)
    // A listener alone doesn't resume an input that was paused after the run before.
    input.resume()
    return Effect.sync(() => {
      input.off("data", onData)
      input.off("end", onEnd)
      input.pause()
    })
  })

const QUESTION = "\nRestart your fund now, and press Enter when it is ready again.\n"

/** Asks the person at the terminal to restart the fund; undefined if nobody is there, or wants to be asked. */
export const afterRestart = (
  isWanted: boolean,
  write: (text: string) => Effect.Effect<void>
): Effect.Effect<void> | undefined =>
  isWanted && process.stdin.isTTY && process.stdout.isTTY
    ? Effect.andThen(write(QUESTION), enterPressed())
    : undefined
