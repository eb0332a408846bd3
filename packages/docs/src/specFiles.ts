import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { bundleFile, bundles } from "./bundles.ts"

/** Writes each spec in one file, and `digests.json` beside them: the SHA-256 of each, in hex, by the file's name. */
export const writeSpecs = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const digests: Record<string, string> = {}
  for (const name of bundles) {
    const bytes = await readFile(bundleFile(name))
    await writeFile(join(folder, `${name}.json`), bytes)
    digests[`${name}.json`] = createHash("sha256").update(bytes).digest("hex")
  }
  await writeFile(join(folder, "digests.json"), `${JSON.stringify(digests, null, 2)}\n`)
}
