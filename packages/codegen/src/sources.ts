import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { complete, type Sources } from "./documents/complete.ts"
import { type Documents, fromFolder } from "./documents/Documents.ts"

const webhooks = "webhooks/asyncapi.yaml"
const issueKinds = "catalogues/issue-kinds.yaml"

/** All files below `specs/` that contracts are generated from, sorted by name. */
export const findSources = (root: string): Sources => {
  const apis = folders(root).filter((name) => existsSync(join(root, name, "openapi.yaml")))
  return {
    documents: fromFolder(root),
    ...(existsSync(join(root, webhooks)) ? { webhooks } : {}),
    ...(existsSync(join(root, issueKinds)) ? { issueKinds } : {}),
    apis,
    pathFiles: apis.flatMap((name) => yamlFiles(root, `${name}/paths`)),
    schemaFiles: ["schemas", "fund-files", "operator-files", "operator-events", "partner-files"].flatMap(
      (folder) => yamlFiles(root, folder)
    ),
    messageFiles: yamlFiles(root, "embed-messages"),
    changes: yamlFiles(root, "changes"),
    workflows: yamlFiles(root, "workflows").filter((path) => path.endsWith(".arazzo.yaml"))
  }
}

/**
 * The project's specs as codegen completes them, file by file: for readers of what is in no published document, such as an answer
 * that no operation lists.
 */
export const completedSpecs = (): Documents =>
  complete(findSources(resolve(import.meta.dirname, "../../../specs")))

const folders = (root: string): ReadonlyArray<string> =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

const yamlFiles = (root: string, folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".yaml"))
        .toSorted()
        .map((name) => `${folder}/${name}`)
    : []
