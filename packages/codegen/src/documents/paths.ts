import { dirname } from "node:path"
import type { Finding } from "../findings.ts"
import { SpecError } from "../findings.ts"
import { type Documents, withDocument } from "./Documents.ts"
import { objectOf } from "./json.ts"
import { formatPointer } from "./pointer.ts"

/**
 * Adds the paths that an OpenAPI document keeps in files of their own, one for each of its tags: `paths/employers.yaml`
 * holds the `paths` of the tag employers. They come in the order of the tags, after the document's own.
 */
export const withPaths = (
  documents: Documents,
  path: string,
  pathFiles: ReadonlyArray<string>
): Documents => {
  const folder = `${dirname(path)}/paths`
  const files = pathFiles.filter((file) => dirname(file) === folder)
  if (files.length === 0) return documents
  const { components, paths: own, ...rest } = objectOf(documents.read(path))
  const tags = (Array.isArray(rest["tags"]) ? rest["tags"] : []).map(({ name }) => `${folder}/${name}.yaml`)
  const findings: Array<Finding> = files
    .filter((file) => !tags.includes(file))
    .map((document) => ({
      code: "path_without_tag",
      document,
      pointer: "",
      message: `${path} has no tag of this file's name`
    }))
  const paths: Record<string, unknown> = { ...objectOf(own) }
  for (const file of tags.filter((tag) => files.includes(tag))) {
    for (const name of Object.keys(objectOf(objectOf(documents.read(file))["paths"]))) {
      const pointer = formatPointer(["paths", name])
      if (paths[name] !== undefined) {
        const message = `${name} is also written elsewhere`
        findings.push({ code: "component_conflict", document: file, pointer, message })
      }
      paths[name] = { $ref: `paths/${file.slice(folder.length + 1)}#${pointer}` }
    }
  }
  if (findings.length > 0) throw new SpecError(findings)
  return withDocument(documents, path, () => ({ ...rest, paths, components }))
}
