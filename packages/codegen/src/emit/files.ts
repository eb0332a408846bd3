import { readFileSync } from "node:fs"
import { join } from "node:path"
import { embedMessages } from "../documents/schemaBundles.ts"
import { bodyFields, hasFieldRules } from "../model/fieldRules.ts"
import { neededSchemas, reachableFrom, requestSchemas } from "../model/references.ts"
import type { Specs } from "../model/Specs.ts"
import { emitApi } from "./api.ts"
import {
  embedMessageTypes,
  emitEmbedMessages,
  emitFundFiles,
  emitMemberFields,
  emitPrincipals,
  emitIssueKinds,
  issueTexts,
  emitRequirements,
  emitOperationSources
} from "./tables.ts"
import { emitFieldCodes, emitFieldRules } from "./fieldRules.ts"
import { emitProblems } from "./problems.ts"
import { emitSchemas } from "./schema.ts"
import { emitShownValues } from "./shownValues.ts"
import { emitTypes } from "./types.ts"
import { emitWebhookEvents, emitWebhooks } from "./webhooks.ts"

/** Generated files: path below `packages/contracts/` -> text. */
export type Files = ReadonlyMap<string, string>

/** The documents that only programs with Effect read: `schemas.ts` has their types. */
const withoutTypes: ReadonlySet<string> = new Set([
  "fund-api",
  "fund-files",
  "simulator-api",
  "workbench-api"
])

/** Every output but the bundles (`bundled.ts`), each by its emitter. */
export const emitFiles = (specs: Specs): Files => {
  const inRequests = reachableFrom(requestSchemas(specs.apis), specs.components)
  const names = neededSchemas(specs)
  const needed = new Map([...specs.components].filter(([name]) => names.has(name)))
  const principals = specs.apis.flatMap((api) => api.securities.map((security) => security.principal))
  return new Map([
    ["src/schemas.ts", emitSchemas(needed, (name) => !inRequests.has(name))],
    ["src/problems.ts", emitProblems([...specs.problems.values()])],
    ["src/principals.ts", emitPrincipals(principals)],
    ["src/requirements.ts", emitRequirements(specs.requirements)],
    ["src/operation-sources.ts", emitOperationSources(specs)],
    ["src/shown-values.ts", emitShownValues(specs.bundles, issueTexts(specs.issueKinds))],
    ...(specs.issueKinds === undefined
      ? []
      : [["src/issue-kinds.ts", emitIssueKinds(specs.issueKinds)] as const]),
    ...(specs.columns.size === 0 ? [] : [["src/fund-files.ts", emitFundFiles(specs.columns)] as const]),
    ...(specs.memberFields.size === 0
      ? []
      : [["src/member-fields.ts", emitMemberFields(specs.memberFields)] as const]),
    ...(specs.messages === undefined
      ? []
      : [["src/embed-messages.ts", emitEmbedMessages(specs.messages)] as const]),
    ...(specs.webhooks === undefined
      ? []
      : [
          ["src/webhooks.ts", emitWebhooks(specs.webhooks)] as const,
          ["src/webhook-events.ts", emitWebhookEvents(specs.webhooks)] as const
        ]),
    ...specs.apis.filter(hasFieldRules).flatMap((api) => {
      const operations = api.operations
        .filter(({ body }) => body !== undefined)
        .map((operation) => ({ operation, fields: bodyFields(operation, specs.components) ?? [] }))
      return [
        ["src/field-rules.ts", emitFieldRules(api, operations)] as const,
        ["src/field-codes.ts", emitFieldCodes(api, operations)] as const
      ]
    }),
    ...specs.apis.map((api) => [`src/${api.name}.ts`, emitApi(api, specs.problems)] as const),
    ...[...specs.bundles]
      .filter(([name]) => !withoutTypes.has(name))
      .map(
        ([name, bundle]) =>
          [
            `src/types/${name}.ts`,
            `${emitTypes(bundle)}${name === embedMessages.path ? embedMessageTypes : ""}`
          ] as const
      ),
    ...runtimeFiles()
  ])
}

/** Hand-written modules, the same for all specs: copied, so that contracts imports only effect. */
const runtime = [
  "checkField.ts",
  "checks.ts",
  "closed.ts",
  "holdsSecret.ts",
  "inSmallLetters.ts",
  "objectRules.ts",
  "problem.ts",
  "pasted.ts",
  "pure-checks.ts",
  "retirement.ts",
  "shapes.ts"
]

const runtimeFiles = (): ReadonlyArray<readonly [string, string]> =>
  runtime.map(
    (name) => [`src/${name}`, readFileSync(join(import.meta.dirname, "../runtime", name), "utf8")] as const
  )
