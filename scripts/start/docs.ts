import process from "node:process"
import { type Program, startProgram } from "./processes.ts"
import { isUpToDate } from "./upToDate.ts"

/** The sources of the docs. */
const sources = [
  "CHANGELOG.md",
  "packages/contracts/bundled/*.json",
  "packages/docs/guides/**/*.md",
  "packages/docs/public/**/*",
  "packages/docs/src/**/*",
  "simulators/partner/src/**/*.ts"
]

const areBuilt = (): boolean => isUpToDate("packages/docs/dist/llms-full.txt", sources)

/** A line about the result of a docs build. */
export const docsLine = async ({ ended }: Pick<Program, "ended">, url: string): Promise<string> => {
  const { code } = await ended
  return code === 0
    ? `docs     The docs are built: ${url}`
    : `docs     The docs can't be built; the rest keeps running. Run npx --yes pnpm@12.21.0 docs to see why.`
}

/**
 * The program that builds the docs if their sources have changed since the last build. It runs separately, because it
 * may take a while and may fail (without the development tools) while everything else runs. None if the docs are up to
 * date, or served from another folder.
 */
export const docsToBuild = () =>
  process.env["DOCS_DIR"] !== undefined || areBuilt()
    ? undefined
    : (): Program => startProgram("docs", "scripts/docs.ts", [])
