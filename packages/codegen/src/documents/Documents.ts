import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { CORE_SCHEMA, load } from "js-yaml"
import { SpecError } from "../findings.ts"

/** The YAML documents below one folder, each read once. Paths are relative to that folder, with `/`. */
export interface Documents {
  readonly read: (path: string) => unknown
  readonly has: (path: string) => boolean
}

/** Documents on disk. */
export const fromFolder = (root: string): Documents =>
  make(
    (path) => readFileSync(join(root, path), "utf8"),
    (path) => existsSync(join(root, path))
  )

/** Documents in memory, for tests: path -> YAML text. */
export const fromRecord = (record: Readonly<Record<string, string>>): Documents =>
  make(
    (path) => record[path] ?? "",
    (path) => Object.hasOwn(record, path)
  )

const make = (text: (path: string) => string, has: (path: string) => boolean): Documents => {
  const cache = new Map<string, unknown>()
  return {
    has,
    read: (path) => {
      if (cache.has(path)) return cache.get(path)
      if (!has(path)) throw notReadable(path, "the file doesn't exist")
      const parsed = parseYaml(path, text(path))
      cache.set(path, parsed)
      return parsed
    }
  }
}

/** The documents with one more, or with another in its place; `value` is called when that one is read. */
export const withDocument = (documents: Documents, path: string, value: () => unknown): Documents => ({
  has: (other) => other === path || documents.has(other),
  read: (other) => (other === path ? value() : documents.read(other))
})

/** The documents, each changed by a function when it is read first. */
export const mapped = (
  documents: Documents,
  change: (path: string, value: unknown) => unknown
): Documents => {
  const cache = new Map<string, unknown>()
  return {
    has: documents.has,
    read: (path) => {
      if (!cache.has(path)) cache.set(path, change(path, documents.read(path)))
      return cache.get(path)
    }
  }
}

const parseYaml = (path: string, text: string): unknown => {
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch (error) {
    throw notReadable(path, error instanceof Error ? error.message : String(error))
  }
}

const notReadable = (document: string, message: string): SpecError =>
  new SpecError([{ code: "invalid_document", document, pointer: "", message }])

/** The path of `reference` as written in the document `from`. */
export const resolvePath = (from: string, reference: string): string =>
  reference === "" ? from : posix.normalize(posix.join(dirname(from), reference))
