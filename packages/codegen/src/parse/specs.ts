import { basename } from "node:path"
import { bundle } from "../documents/bundle.ts"
import { complete, type Sources } from "../documents/complete.ts"
import { memberFieldsOf } from "../documents/memberFields.ts"
import {
  allSchemas,
  columnsOf,
  embedMessages,
  filesIn,
  fundFiles,
  withSchemaBundle,
  withSchemaFiles
} from "../documents/schemaBundles.ts"
import { type Finding, SpecError } from "../findings.ts"
import { withOperations, recursiveSchemas, openRequestObjects } from "../model/references.ts"
import { unruledBodies } from "../model/fieldRules.ts"
import type { Component } from "../model/Schema.ts"
import type { Specs } from "../model/Specs.ts"
import { parseAsyncApi } from "./asyncapi.ts"
import { parseComponents } from "./components.ts"
import { type Json, present } from "../documents/json.ts"
import { type Context, makeContext } from "./Context.ts"
import { parseEmbedMessages } from "./embedMessages.ts"
import { parseOpenApi } from "./openapi.ts"
import { parseProblems } from "./problems.ts"
import { parseRequirements } from "./requirements.ts"

/** Reads and checks all specs. Throws one SpecError with all findings. */
export const parseSpecs = (sources: Sources): Specs => {
  const completed = complete(sources)
  const files = filesIn(fundFiles, sources.schemaFiles)
  const messageFiles = sources.messageFiles ?? []
  const withFiles = withSchemaBundle(withSchemaFiles(completed, sources.schemaFiles), fundFiles, files)
  const documents = withSchemaBundle(withFiles, embedMessages, messageFiles)
  const findings: Array<Finding> = []
  const components = new Map<string, Component>()
  const open = (path: string, root: string): Context =>
    makeContext(bundle(documents, path, root), findings, components)

  const shared = open(allSchemas, "openapi")
  const openApis = sources.apis.map((name) => [name, open(`${name}/openapi.yaml`, "openapi")] as const)
  const asyncApi = sources.webhooks === undefined ? undefined : open(sources.webhooks, "asyncapi")
  const objectAt = (path: string | undefined) => sources.documents.read(path ?? "") as Json
  const contexts = openApis.map(([, context]) => context)
  // All schemas first, because principals and payloads are looked up by name.
  for (const context of [shared, ...contexts, ...(asyncApi === undefined ? [] : [asyncApi])]) {
    parseComponents(context, components)
  }
  const apis = openApis.map(([name, context]) => parseOpenApi(context, name))
  const problems = parseProblems([shared, ...contexts])
  const webhooks = asyncApi === undefined ? undefined : parseAsyncApi(asyncApi, objectAt(sources.webhooks))
  const requirements = parseRequirements(documents, findings)
  const messages =
    messageFiles.length === 0
      ? undefined
      : parseEmbedMessages(bundle(documents, embedMessages.path, "openapi"), findings)
  findings.push(
    ...openRequestObjects(apis, components),
    ...recursiveSchemas(components),
    ...unruledBodies(apis, components)
  )
  if (findings.length > 0) throw new SpecError(withOperations(findings, apis, components))
  return present({
    apis,
    components,
    problems,
    webhooks,
    messages: messages?.messages,
    requirements,
    columns: columnsOf(documents, files),
    memberFields: memberFieldsOf(sources.documents, sources.schemaFiles),
    issueKinds: sources.issueKinds === undefined ? undefined : documents.read(sources.issueKinds),
    bundles: new Map([
      ...openApis.map(([name, context]) => [name, context.bundle] as const),
      ...(asyncApi === undefined ? [] : [["webhooks", asyncApi.bundle] as const]),
      ...(files.length === 0 ? [] : [["fund-files", bundle(documents, fundFiles.path, "openapi")] as const]),
      ...(messages === undefined ? [] : [["embed-messages", messages.bundle] as const])
    ]),
    workflows: new Map(
      sources.workflows.map((path) => [basename(path, ".yaml"), documents.read(path)] as const)
    )
  }) as Specs
}
