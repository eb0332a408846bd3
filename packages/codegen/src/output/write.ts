import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Files } from "../emit/files.ts"

/** The differences between a folder and the generated files. Sorted by path. */
export interface Difference {
  readonly path: string
  readonly kind: "missing" | "changed" | "left over"
}

/** Compares generated files with a folder. Any other file in the generated folders is reported as left over. */
export const compare = (root: string, files: Files): ReadonlyArray<Difference> => {
  const differences: Array<Difference> = []
  for (const [path, text] of files) {
    const current = readText(join(root, path))
    if (current === undefined) differences.push({ path, kind: "missing" })
    else if (current !== text) differences.push({ path, kind: "changed" })
  }
  for (const folder of new Set([...files.keys()].map((path) => path.split("/")[0] ?? ""))) {
    for (const path of listFiles(root, folder)) {
      if (!files.has(path)) differences.push({ path, kind: "left over" })
    }
  }
  return differences.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Makes a folder hold exactly the generated files; changes only the files that differ. */
export const write = (root: string, files: Files): ReadonlyArray<Difference> => {
  const differences = compare(root, files)
  for (const { path, kind } of differences) {
    const target = join(root, path)
    if (kind === "left over") rmSync(target)
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, files.get(path) ?? "")
    }
  }
  return differences
}

const readText = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : undefined

const listFiles = (root: string, folder: string): ReadonlyArray<string> =>
  statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === true
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    : []
