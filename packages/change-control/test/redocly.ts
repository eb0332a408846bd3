import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const top = fileURLToPath(new URL("../../..", import.meta.url))

/** The version step that `redocly diff` alone asks for, or `none`. */
export const redoclySays = async (name: string, before: unknown, after: unknown): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "redocly-diff-"))
  try {
    const [base, revision] = [join(folder, `${name}-before.json`), join(folder, `${name}-after.json`)]
    writeFileSync(base, JSON.stringify(before))
    writeFileSync(revision, JSON.stringify(after))
    const cli = "node_modules/@redocly/cli/bin/cli.js"
    const options = ["--config", "specs/redocly.yaml", "--format", "json", "--fail-on", "none"]
    const out = await run([cli, "diff", base, revision, ...options])
    return JSON.parse(out).bump ?? "none"
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const run = (args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    execFile(process.execPath, args, { cwd: top, env, maxBuffer: 1e8 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error)
    )
  })
