import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"

const above = (folder: string): string | undefined => {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return folder
  return dirname(folder) === folder ? undefined : above(dirname(folder))
}

/**
 * The folder that `.data` and `.keys` stand in: the checkout's root, so that every command finds the same data from
 * whatever folder it is called. A built copy, which stands in no checkout, takes the folder it is called in.
 */
export const projectRoot: string = above(import.meta.dirname) ?? process.cwd()
