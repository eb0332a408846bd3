/**
 * The newest released version of the program, with its own packages: what an upgrade begins with (D-program-version).
 *
 * The trap: a clone without history doesn't have it.
 */
import { projectRoot } from "@embedded-super/program/projectRoot"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

/** The commit of the tag, which a clone may lack. */
export const RELEASE = { version: "0.2.0", commit: "df8e57a28d5e5c27cb0ffc15f80639c8c1ebfb1e" }

const run = promisify(execFile)

/** Puts it into a new folder. */
export const unpackRelease = (folder: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    mkdirSync(folder, { recursive: true })
    const archive = join(folder, "release.tar")
    await run("git", ["archive", "--output", archive, RELEASE.commit], { cwd: projectRoot })
    await run("tar", ["--extract", "--file", archive, "--directory", folder])
    await run(
      "npx",
      ["--yes", "pnpm@12.21.0", "install", "--frozen-lockfile", "--prefer-offline"],
      // It says all that it does.
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
    )
  })
