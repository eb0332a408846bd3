/**
 * The published documents: where they are, and how they are written to a folder with their digests. `changes/` compares two
 * releases of them.
 *
 * The trap: this package is on npm, with the documents alone. What its code imports is in devDependencies, which aren't installed
 * with it.
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The published specs, each in one file. */
export const bundles = ["partner-api", "fund-api", "embed-api", "webhooks", "simulator-api"] as const
export type BundleName = (typeof bundles)[number]

const bundled = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))

export const bundleFile = (name: BundleName): string => bundled(name)

/** The workflows (Arazzo) over those documents, which they reference as sibling files. */
export const workflowsFile = bundled("onboarding.arazzo")

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
