import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MADE_FOR, OUTSIDE } from "../postgres/outside.ts"

const orNothing = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** The folders outside of a data folder that hold its database: used as root, if the database's user can't enter it. */
export const databasesOutside = (folder: string): ReadonlyArray<string> =>
  globSync(OUTSIDE.map((base) => join(base, "data-*", MADE_FOR)))
    .filter((file) => orNothing(file) === folder)
    .map((file) => dirname(file))

/** Removes them after the database has ended. */
export const removeOutside = (folder: string): void => {
  for (const home of databasesOutside(folder)) rmSync(home, { recursive: true, force: true })
}

/** Writes a master key for tests into a folder, so that no program creates one in the checkout. */
export const masterKeyIn = (folder: string): string => {
  const file = join(folder, "master.key")
  writeFileSync(file, Buffer.alloc(32, 7).toString("base64"), { mode: 0o600 })
  return file
}
