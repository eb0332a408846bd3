import { withAnswers } from "./answers.ts"
import { withDeprecations } from "./deprecations.ts"
import type { Documents } from "./Documents.ts"
import { withDrafts } from "./drafts.ts"
import { withEnvelopes } from "./envelopes.ts"
import { withEvents } from "./events.ts"
import { withMemberFields } from "./memberFields.ts"
import { withMessages } from "./messages.ts"
import { withOrNull } from "./orNull.ts"
import { withPaths } from "./paths.ts"
import { withPatterns } from "./patterns.ts"
import { withProblems } from "./problems.ts"
import { withValues } from "./values.ts"

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
  const tables = withMessages(withEnvelopes(withProblems(sources.documents)))
  const values = withOrNull(withValues(withPatterns(tables)))
  const schemas = withAnswers(withMemberFields(values))
  const whole = sources.apis.reduce(
    (documents, name) => withPaths(documents, `${name}/openapi.yaml`, sources.pathFiles),
    schemas
  )
  return withDeprecations(withDrafts(withEvents(whole, sources.webhooks)), sources.changes ?? [])
}
