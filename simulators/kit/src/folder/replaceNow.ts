import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs"
import { dirname } from "node:path"

const syncFolder = (path: string): void => {
  try {
    const folder = openSync(path, "r")
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    // Windows can't sync a folder, and needn't.
  }
}

/** Writes a file as `replaceFile` does, and lets nothing happen meanwhile. */
export const replaceNow = (path: string, content: string): void => {
  const draft = `${path}.new`
  const file = openSync(draft, "w", 0o600)
  try {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}
