import type { Change } from "./Change.ts"
import type { DocumentName } from "./documents.ts"
import { compareFiles } from "./files/compareFiles.ts"
import { compareAsyncApi } from "./http/asyncapi.ts"
import { compareOpenApi } from "./http/openapi.ts"
import type { Json } from "./json.ts"

/**
 * All changes between two bundled documents, each classed for callers and for implementers. Wording,
 * examples, the order of keys and the layout of references are no changes.
 */
export const compareDocuments = (name: DocumentName, before: Json, after: Json): ReadonlyArray<Change> => {
  if (name === "fund-files") return compareFiles(name, before, after)
  return before["asyncapi"] === undefined
    ? compareOpenApi(name, before, after)
    : compareAsyncApi(name, before, after)
}
