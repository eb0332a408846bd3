import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

/** What a simulator's folder holds: each file's text, by its path. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, "utf8")])
  )
