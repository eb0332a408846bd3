import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder, and those above it that aren't there. Node's own `recursive` never ends where the system says of a
 * folder that is there that it isn't, as in /proc.
 */
export const makeFolder = (folder: string, mode: number): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode)
  mkdirSync(folder, { mode })
}
