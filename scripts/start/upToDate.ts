import { globSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

const modified = (path: string): number => statSync(`${root}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether the file that a build writes last is newer than all its sources; paths from the project's root. */
export const isUpToDate = (built: string, sources: ReadonlyArray<string>): boolean => {
  const at = modified(built)
  return globSync([...sources], { cwd: root }).every((source) => modified(source) <= at)
}
