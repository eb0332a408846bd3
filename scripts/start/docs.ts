import { statSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { type Program, startProgram } from "./processes.ts"

const modified = (path: string): number => {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

const areBuilt = (): boolean => {
  const sources = ["partner-api", "fund-api", "webhooks"].map((name) =>
    modified(`packages/contracts/bundled/${name}.json`)
  )
  // The page that is written last.
  const built = modified("packages/docs/dist/webhooks.html")
  return built >= Math.max(...sources, modified("packages/docs/src/home.html"))
}

/**
 * Build the docs if the specs have changed since they were last built: in a program of its own, which may take a while
 * and may fail (without the development tools) without anything else noticing. None if they are built, or are served from
 * another folder.
 */
export const buildDocs = (): Program | undefined =>
  process.env["DOCS_DIR"] !== undefined || areBuilt()
    ? undefined
    : startProgram("docs", "scripts/docs.ts", [])
