import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parse } from "yaml"

/** The Redocly configuration with the list of documents; scripts read the list from it, so that there is only one. */
export const redoclyConfig = "specs/redocly.yaml"

/** An OpenAPI, AsyncAPI or Arazzo document, as completed by codegen. */
export interface SpecDocument {
  readonly name: string
  /** The path from the root of the repository. */
  readonly root: string
  readonly isOpenApi: boolean
}

/** All documents, in the order of specs/redocly.yaml. */
export const specDocuments = (): ReadonlyArray<SpecDocument> => {
  const apis: Readonly<Record<string, { readonly root: string }>> = parse(
    readFileSync(redoclyConfig, "utf8")
  ).apis
  return Object.entries(apis).map(([name, api]) => {
    const root = join(dirname(redoclyConfig), api.root)
    return { name, root, isOpenApi: root.endsWith("-api.json") }
  })
}

/** The hand-written sources: the documents, and the schemas, rows of files, messages and paths beside them. */
export const sourceFiles = (): ReadonlyArray<string> =>
  globSync([
    "specs/*/{openapi,asyncapi}.yaml",
    "specs/workflows/*.yaml",
    "specs/schemas/*.yaml",
    "specs/fund-files/*.yaml",
    "specs/operator-files/*.yaml",
    "specs/embed-messages/*.yaml",
    "specs/*/paths/*.yaml"
  ]).toSorted()

/** The published documents, each in one file; the workflows have no components of their own. */
export const publishedDocuments = (): ReadonlyArray<string> =>
  globSync("packages/contracts/bundled/*.json", { exclude: ["**/*.arazzo.json"] }).toSorted()
