/** The pages that `start` builds if their sources have changed: the embeds, at once, and the docs, in a program of their own. */
import { globSync, statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type Program, startProgram } from "./processes.ts"

const modified = (path: string): number =>
  statSync(join(projectRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether the file that a build writes last is newer than all its sources; paths from the project's root. */
const isUpToDate = (built: string, sources: ReadonlyArray<string>): boolean => {
  const at = modified(built)
  return globSync([...sources], { cwd: projectRoot }).every((source) => modified(source) <= at)
}

/** The folder of the built embeds. */
export const EMBEDS = join(projectRoot, "packages/embed/dist")

const sourcesOfEmbeds = [
  "packages/contracts/src/**/*.ts",
  "packages/pages/src/tokens/*.ts",
  "packages/embed/src/**/*"
]

/**
 * Builds the embeds if their sources have changed since the last build, in about a third of a second. Returns a line to
 * print if they can't be built: everything else still works, and the embeds' pages say what is missing.
 */
export const builtEmbeds = async (): Promise<string | undefined> => {
  if (
    process.env["EMBEDS_DIR"] !== undefined ||
    isUpToDate("packages/embed/dist/embeds.json", sourcesOfEmbeds)
  )
    return
  try {
    const { buildEmbeds } = await import("@embedded-super/embed/build")
    await buildEmbeds(EMBEDS)
  } catch {
    return "embeds   The embeds can't be built; the rest works. Run npx --yes pnpm@12.21.0 embeds to see why."
  }
}

const sourcesOfDocs = [
  "CHANGELOG.md",
  "examples/*/{*.*,src/**/*,templates/*}",
  "packages/check/{src,example}/**/*",
  "packages/docs/guides/**/*.md",
  "packages/docs/public/**/*",
  "packages/docs/{astro.config.ts,site/**/*,src/**/*}",
  "packages/pages/src/tokens/*.ts",
  "simulators/{fund,partner}/src/**/*.ts",
  "specs/**/*.yaml"
]

const areBuilt = (): boolean => isUpToDate("packages/docs/dist/llms-full.txt", sourcesOfDocs)

/** A line about the result of a docs build. */
export const docsLine = async ({ ended }: Pick<Program, "ended">, url: string): Promise<string> => {
  const { code } = await ended
  return code === 0
    ? `docs     The docs are built: ${url}`
    : `docs     The docs can't be built; the rest keeps running. Run npx --yes pnpm@12.21.0 docs:build to see why.`
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
