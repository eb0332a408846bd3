import { dirname } from "node:path"
import { withAnswers, withEnvelopes } from "./answers.ts"
import { withDeprecations } from "./deprecations.ts"
import { type Documents, withDocument } from "./Documents.ts"
import { withDrafts } from "./drafts.ts"
import { withEvents } from "./events.ts"
import { withExamples } from "./examples.ts"
import { withMemberFields } from "./memberFields.ts"
import { withMessages } from "./messages.ts"
import { withOrNull, withValues, withPatterns } from "./values.ts"
import { withProblems } from "./problems.ts"
import { type Finding, SpecError } from "../findings.ts"
import { objectOf, formatPointer } from "./json.ts"

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

/** The input files below `specs/`; paths are relative to it. */
export interface Sources {
  readonly documents: Documents
  /** Folders with an `openapi.yaml`. */
  readonly apis: ReadonlyArray<string>
  /** Files with the paths of a tag, `<api>/paths/<tag>.yaml`. */
  readonly pathFiles: ReadonlyArray<string>
  /** Files of schemas and responses that the documents share. */
  readonly schemaFiles: ReadonlyArray<string>
  /** Files with the schemas of the embeds' messages; none by default. */
  readonly messageFiles?: ReadonlyArray<string>
  /** The AsyncAPI document. */
  readonly webhooks?: string
  /** Entries of the change ledger; none by default. */
  readonly changes?: ReadonlyArray<string>
  /** The kinds of employer issue. */
  readonly issueKinds?: string
  /** Arazzo documents. */
  readonly workflows: ReadonlyArray<string>
}

/**
 * The sources in the standards' own terms: what they leave to codegen is filled in, file by file. Each step reads what the one
 * before it made. So tables of values, problems and patterns come first, which schemas are then made of.
 */
export const complete = (sources: Sources): Documents => {
  const tables = withExamples(withMessages(withEnvelopes(withProblems(sources.documents))))
  const values = withOrNull(withValues(withPatterns(tables)))
  const schemas = withAnswers(withMemberFields(values))
  const whole = sources.apis.reduce(
    (documents, name) => withPaths(documents, `${name}/openapi.yaml`, sources.pathFiles),
    schemas
  )
  return withDeprecations(withDrafts(withEvents(whole, sources.webhooks)), sources.changes ?? [])
}
