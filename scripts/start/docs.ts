import { globSync, statSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { type Program, startProgram } from "./processes.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const modified = (path: string): number => statSync(`${root}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** What the docs are made of. */
const sources = [
  "CHANGELOG.md",
  "packages/contracts/bundled/*.json",
  "packages/docs/guides/**/*.md",
  "packages/docs/src/**/*"
]

const areBuilt = (): boolean => {
  // The file that is written last.
  const built = modified("packages/docs/dist/llms-full.txt")
  return globSync(sources, { cwd: root }).every((source) => modified(source) <= built)
}

/**
 * Build the docs if what they are made of has changed since they were last built: in a program of its own, which may take a
 * while and may fail (without the development tools) without anything else noticing. None if they are built, or are served
 * from another folder.
 */
export const buildDocs = (): Program | undefined =>
  process.env["DOCS_DIR"] !== undefined || areBuilt()
    ? undefined
    : startProgram("docs", "scripts/docs.ts", [])
