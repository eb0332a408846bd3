import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parse } from "yaml"

/** Where Redocly is told which documents there are; the list is read from there, so that there is one. */
export const redoclyConfig = "specs/redocly.yaml"

/** An OpenAPI, AsyncAPI or Arazzo document, as codegen completed it. */
export interface SpecDocument {
  readonly name: string
  /** Path from the top of the repository. */
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

/** What people write: the documents, and the schemas, rows of files and paths that they refer to. */
export const sourceFiles = (): ReadonlyArray<string> =>
  globSync([
    "specs/*/{openapi,asyncapi}.yaml",
    "specs/workflows/*.yaml",
    "specs/schemas/*.yaml",
    "specs/fund-files/*.yaml",
    "specs/*/paths/*.yaml"
  ]).toSorted()

/** The documents as they are published, each in one file; the workflows have no components of their own. */
export const publishedDocuments = (): ReadonlyArray<string> =>
  globSync("packages/contracts/bundled/*.json", { exclude: ["**/*.arazzo.json"] }).toSorted()
