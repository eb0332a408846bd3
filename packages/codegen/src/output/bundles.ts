/**
 * The bundled documents, `packages/contracts/bundled`. They are built and not committed, because they hold nothing that the
 * specs don't. `pnpm install` builds them, and so does each command that reads them (`built.ts`), if the specs, the
 * generator or a document has changed since.
 *
 * The trap: one command builds while others build or read. So each file is replaced whole, and none is ever missing.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Name of a file in a folder -> text. */
type Texts = ReadonlyMap<string, string>

const generator = join(import.meta.dirname, "..")

/** Beside the documents: the digest of all that they were made from, and of themselves. */
const digestName = ".digest"

const readTexts = (folder: string, ending: string): Texts =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
  )

const digestOf = (...parts: ReadonlyArray<Texts>): string => {
  const hash = createHash("sha256")
  for (const part of parts) for (const [name, text] of part) hash.update(`${name}\0${text}\0`)
  return hash.digest("hex")
}

/** Makes the bundled documents of the project in this folder what its specs say. Returns whether they weren't. */
export const buildBundles = async (root: string): Promise<boolean> => {
  const specs = join(root, "specs")
  const folder = join(root, "packages/contracts/bundled")
  const sources = [readTexts(specs, ".yaml"), readTexts(generator, ".ts")]
  const built = readTexts(folder, ".json")
  const digestFile = join(folder, digestName)
  if (existsSync(digestFile) && readFileSync(digestFile, "utf8") === digestOf(...sources, built)) return false

  // Not before: its imports take longer to load than all of the above.
  const { emitBundles } = await import("../emit/bundled.ts")
  const { parseSpecs } = await import("../parse/specs.ts")
  const { findSources } = await import("../sources.ts")
  const bundles = new Map([...emitBundles(parseSpecs(findSources(specs)))].toSorted(byName))
  replace(folder, new Map([...bundles, [digestName, digestOf(...sources, bundles)]]))
  for (const name of built.keys()) {
    if (!bundles.has(name)) rmSync(join(folder, name), { force: true })
  }
  return true
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1

/** Writes files beside a folder, and moves them into it one by one: the digest comes last. */
const replace = (folder: string, files: Texts): void => {
  const beside = `${folder}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  mkdirSync(beside, { recursive: true })
  for (const [name, text] of files) {
    writeFileSync(join(beside, name), text)
    renameSync(join(beside, name), join(folder, name))
  }
  rmSync(beside, { recursive: true })
}
