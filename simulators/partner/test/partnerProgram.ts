/** A partner as a program. */
import { startProgram, whenReady } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

export const runPartner = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const started = yield* startProgram(main, "--port", "0", "--json", "--data-dir", folder, ...args)
  return { started, ready: yield* whenReady(started) }
})
