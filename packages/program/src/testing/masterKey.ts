import { writeFileSync } from "node:fs"
import { join } from "node:path"

/** Writes a master key for tests into a folder, so that no program creates one in the checkout. */
export const masterKeyIn = (folder: string): string => {
  const file = join(folder, "master.key")
  writeFileSync(file, Buffer.alloc(32, 7).toString("base64"), { mode: 0o600 })
  return file
}
