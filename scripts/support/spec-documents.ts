import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parse } from "yaml"

/** Where Redocly is told which documents there are; the list is read from there, so that there is one. */
export const redoclyConfig = "specs/redocly.yaml"

/** An OpenAPI, AsyncAPI or Arazzo document. */
export interface SpecDocument {
  readonly name: string
  /** Path from the top of the repository. */
  readonly root: string
  readonly kind: "openapi" | "asyncapi" | "arazzo"
}

const kinds = ["openapi", "asyncapi", "arazzo"] as const

/** All documents, in the order of specs/redocly.yaml. */
export const specDocuments = (): ReadonlyArray<SpecDocument> => {
  const apis: Readonly<Record<string, { readonly root: string }>> = parse(
    readFileSync(redoclyConfig, "utf8")
  ).apis
  return Object.entries(apis).map(([name, api]) => {
    const root = join(dirname(redoclyConfig), api.root)
    const kind = kinds.find((kind) => root.includes(kind)) ?? "openapi"
    return { name, root, kind }
  })
}

/** Files that documents refer to: schemas, rows of files, and paths that stand in files of their own. */
export const sharedFiles = (): ReadonlyArray<string> =>
  globSync(["specs/schemas/*.yaml", "specs/fund-files/*.yaml", "specs/*/paths/*.yaml"]).toSorted()

/** The documents as they are published, each in one file; the workflows have no components of their own. */
export const publishedDocuments = (): ReadonlyArray<string> =>
  globSync("packages/contracts/bundled/*.json", { exclude: ["**/*.arazzo.json"] }).toSorted()
