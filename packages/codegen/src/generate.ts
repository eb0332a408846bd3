import { readFileSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "./documents/bundle.ts"
import type { Documents } from "./documents/Documents.ts"
import { emitApi } from "./emit/api.ts"
import { emitBundled } from "./emit/bundled.ts"
import { emitPrincipals } from "./emit/principals.ts"
import { emitProblems } from "./emit/problems.ts"
import { emitRequirements } from "./emit/requirements.ts"
import { emitSchemas } from "./emit/schemas.ts"
import { emitTypes } from "./emit/types.ts"
import { withOperations } from "./model/concerned.ts"
import { reachableFrom, recursiveSchemas } from "./model/references.ts"
import { openRequestObjects, requestSchemas } from "./model/requests.ts"
import { allSchemas, withSchemaFiles } from "./documents/schemaFiles.ts"
import type { Finding } from "./findings.ts"
import { SpecError } from "./findings.ts"
import type { Api, Problem } from "./model/Api.ts"
import type { Component } from "./model/Schema.ts"
import { parseComponents } from "./parse/components.ts"
import { makeContext } from "./parse/Context.ts"
import { parseOpenApi } from "./parse/openapi.ts"
import { parseProblems } from "./parse/problems.ts"
import { parseRequirements } from "./parse/requirements.ts"

/** What there is to read: the apis, and the schema files that stand beside them. */
export interface Sources {
  readonly documents: Documents
  readonly apis: ReadonlyArray<string>
  readonly schemaFiles: ReadonlyArray<string>
}

/** Generated files: path below `packages/contracts/` -> text. */
export type Files = ReadonlyMap<string, string>

/** Reads everything, reports all findings at once or returns all files. Throws SpecError. */
export const generate = (sources: Sources): Files => {
  const findings: Array<Finding> = []
  const components = new Map<string, Component>()
  const documents = withSchemaFiles(sources.documents, sources.schemaFiles)
  const shared = makeContext(bundle(documents, allSchemas, "openapi"), findings, components)
  const bundles = sources.apis.map((api) => bundle(documents, `${api}/openapi.yaml`, "openapi"))
  const contexts = bundles.map((each) => makeContext(each, findings, components))
  for (const context of [shared, ...contexts]) parseComponents(context, components)
  const apis = contexts.map((context, index) => parseOpenApi(context, sources.apis[index] ?? ""))
  const problems = new Map<string, Problem>(
    [shared, ...contexts].flatMap(parseProblems).map((problem) => [problem.name, problem] as const)
  )
  const requirements = parseRequirements(documents, findings)
  const inRequests = reachableFrom(requestSchemas(apis), components)
  findings.push(...openRequestObjects(apis, components), ...recursiveSchemas(components))
  if (findings.length > 0) throw new SpecError(withOperations(findings, apis, components))
  return new Map([
    ["src/schemas.ts", emitSchemas(components, (name) => !inRequests.has(name))],
    ["src/problems.ts", emitProblems([...problems.values()])],
    ["src/principals.ts", emitPrincipals(principalsOf(apis))],
    ["src/requirements.ts", emitRequirements(requirements)],
    ...apis.map((api) => [`src/${api.name}.ts`, emitApi(api, problems)] as const),
    ...bundles.flatMap((each, index) => {
      const name = sources.apis[index] ?? ""
      return [
        [`src/types/${name}.ts`, emitTypes(name, each)] as const,
        [`bundled/${name}.json`, emitBundled(each)] as const
      ]
    }),
    ...runtimeFiles()
  ])
}

const principalsOf = (apis: ReadonlyArray<Api>): ReadonlyArray<string> =>
  apis.flatMap((api) => api.securities.map((security) => security.principal))

const runtime = ["checks.ts", "closed.ts", "problem.ts"]

const runtimeFiles = (): ReadonlyArray<readonly [string, string]> =>
  runtime.map(
    (name) => [`src/${name}`, readFileSync(join(import.meta.dirname, "runtime", name), "utf8")] as const
  )
