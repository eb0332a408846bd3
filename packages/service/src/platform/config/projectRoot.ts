import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"

const above = (folder: string): string | undefined => {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return folder
  return dirname(folder) === folder ? undefined : above(dirname(folder))
}

/**
 * The folder that contains `.data` and `.keys`: the checkout's root, so that every command finds the same data no
 * matter where it is run. A built copy outside a checkout uses the current folder.
 */
export const projectRoot: string = above(import.meta.dirname) ?? process.cwd()
