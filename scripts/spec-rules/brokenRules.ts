import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { runJsonTool } from "../support/tools.ts"

type Findings = ReadonlyArray<{ readonly code: string; readonly source: string }>

/** The rules of a ruleset that were broken, by file name. */
export const brokenRules = async (
  ruleset: string,
  documents: Readonly<Record<string, unknown>>
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const folder = mkdtempSync(join(tmpdir(), "spec-rules-"))
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      const file = join(folder, `${name}.json`)
      writeFileSync(file, JSON.stringify(document))
      return file
    })
    const options = ["--ruleset", ruleset, "--format", "json", "--quiet", "--ignore-unknown-format"]
    const found = new Map<string, Array<string>>()
    for (const { code, source } of await runJsonTool<Findings>("spectral", ["lint", ...options, ...files])) {
      const name = basename(source, ".json")
      found.set(name, [...(found.get(name) ?? []), code])
    }
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}
