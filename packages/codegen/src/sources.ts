import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fromFolder } from "./documents/Documents.ts"
import type { Sources } from "./parse/specs.ts"

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
    schemaFiles: ["schemas", "fund-files", "operator-files", "partner-files"].flatMap((folder) =>
      yamlFiles(root, folder)
    ),
    messageFiles: yamlFiles(root, "embed-messages"),
    changes: yamlFiles(root, "changes"),
    workflows: yamlFiles(root, "workflows").filter((path) => path.endsWith(".arazzo.yaml"))
  }
}

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
