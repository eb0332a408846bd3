/** Runs the program from its source. */
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../src/fund/main.ts", import.meta.url))

/** An empty folder. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fund-check-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

/** Runs the program in a folder, to its end. */
export const fundCheck = (
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
) =>
  Effect.callback<{ readonly code: number; readonly out: string; readonly err: string }>((resume) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { cwd, env: { ...process.env, ...env } },
      (error, out, err) => resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), out, err }))
    )
    child.stdin?.end()
    return Effect.sync(() => child.kill())
  })
