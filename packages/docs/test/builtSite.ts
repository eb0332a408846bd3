import { execFile } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { heldDatabase } from "@embedded-super/program/postgres/heldDatabase"
import { startProgram } from "@embedded-super/program/startProgram"
import { masterKeyIn } from "@embedded-super/program/testing/masterKey"

const program = fileURLToPath(new URL("../../../scripts/docs.ts", import.meta.url))

/** Builds the docs into a separate folder, and lets the service serve them. */
export const builtSite = async () => {
  const place = mkdtempSync(join(tmpdir(), "embedded-super-site-"))
  // If the tests run as root, the database's own user has to reach the folder.
  chmodSync(place, 0o755)
  const folder = join(place, "docs")
  const began = performance.now()
  // In a separate process: the site's builder would read variables of the test runner as its own.
  const { HOME, PATH } = process.env
  await promisify(execFile)(process.execPath, [program, folder], { env: { HOME, PATH } })
  const seconds = (performance.now() - began) / 1000
  const fileAt = (path: string): string | undefined => {
    const file = join(folder, decodeURIComponent(path.replace(/^\/docs/, "")))
    if (!existsSync(file)) return undefined
    return statSync(file).isDirectory() ? join(file, "index.html") : file
  }
  const database = await heldDatabase(join(place, "postgres"), ["--remove"])
  const service = startProgram(
    "packages/service/src/main.ts",
    ["serve", "--dev", "--no-worker", "--port", "0"],
    {
      DATABASE_URL: database.url,
      DATA_DIR: join(place, "data"),
      DOCS_DIR: folder,
      MASTER_KEY_FILE: masterKeyIn(place),
      LOG_FORMAT: "json"
    }
  )
  const url = await service.line((line) => /Serving (http:[^"\s]+)/.exec(line)?.[1])
  return {
    folder,
    seconds,
    fileAt,
    url,
    close: async () => {
      await service.stop()
      await database.release()
      rmSync(place, { recursive: true, force: true })
    }
  }
}

export type BuiltSite = Awaited<ReturnType<typeof builtSite>>
