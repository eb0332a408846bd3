import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { bundleFile, bundles, workflowsFile } from "./documents.ts"

/** Writes each spec to one file, and `digests.json` beside them: the SHA-256 of each in hex, by file name. */
export const writeSpecs = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const digests: Record<string, string> = {}
  const write = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content)
    digests[name] = createHash("sha256").update(content).digest("hex")
  }
  for (const name of bundles) await write(`${name}.json`, await readFile(bundleFile(name)))
  await write(basename(workflowsFile), await readFile(workflowsFile))
  await writeFile(join(folder, "digests.json"), `${JSON.stringify(digests, null, 2)}\n`)
}
