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

/** How a build of the docs ended, in a line. */
export const docsLine = async ({ ended }: Pick<Program, "ended">, url: string): Promise<string> => {
  const { code } = await ended
  return code === 0
    ? `docs     The docs are built: ${url}`
    : `docs     The docs can't be built; all else runs on. npx --yes pnpm@12.21.0 docs tells more.`
}

/**
 * What builds the docs, if what they are made of has changed since they were last built: a program of its own, which may take a
 * while and may fail (without the development tools) while all else runs. None if they are built, or are served from another
 * folder.
 */
export const docsToBuild = () =>
  process.env["DOCS_DIR"] !== undefined || areBuilt()
    ? undefined
    : (): Program => startProgram("docs", "scripts/docs.ts", [])
