import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * By tool: a command that proves it gets packages, also from a mirror. A tool without one uses packages that another
 * tool fetches, or that came with it.
 */
const fetches: Readonly<Record<string, string>> = {
  npm: "npm view standardwebhooks version",
  python3: "python3 -m venv venv && venv/bin/pip install --quiet six",
  mvn: "mvn --quiet dependency:get -Dartifact=com.standardwebhooks:standardwebhooks:1.1.0",
  go: "GO111MODULE=on go list -m golang.org/x/text@latest",
  cargo: "cargo init --quiet --name probe && cargo add --quiet itoa && cargo fetch --quiet",
  // Laravel as Debian packages it.
  php: `php -r 'require "Illuminate/autoload.php";'`
}

const PATIENCE = 120_000

const succeeds = (command: string): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-tools-"))
  const { status } = spawnSync("sh", ["-c", command], { cwd: folder, stdio: "ignore", timeout: PATIENCE })
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}

const known = new Map<string, string | undefined>()

const lackOf = (tool: string): string | undefined => {
  if (!succeeds(`command -v ${tool}`)) return `no ${tool}`
  const fetch = fetches[tool]
  return fetch === undefined || succeeds(fetch) ? undefined : `${tool} gets no packages`
}

/** The tools that this machine lacks, in words; a tool that gets no packages counts as lacking. */
export const missing = (tools: ReadonlyArray<string>): ReadonlyArray<string> =>
  tools.flatMap((tool) => {
    if (!known.has(tool)) known.set(tool, lackOf(tool))
    return known.get(tool) ?? []
  })
