import { basename } from "node:path"
import type { Bundle } from "../documents/bundle.ts"
import type { Specs } from "../model/Specs.ts"
import type { Files } from "./files.ts"
import { withTitles } from "./titles.ts"

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Extensions for authors of the specs and for codegen, which the published documents omit: the source of a rule, the
 * codes of an operation's own rules, and what the Workbench shows.
 */
const unpublished = new Set(["x-source", "x-codes", "x-shown"])

const published = (key: string, value: unknown): unknown => (unpublished.has(key) ? undefined : value)

/** Every bundle, by the name of its file in `packages/contracts/bundled`. */
export const emitBundles = ({ bundles, workflows }: Specs): Files =>
  new Map([
    ...[...bundles].map(([name, bundle]) => [`${name}.json`, emitBundled(bundle)] as const),
    ...[...workflows].map(([name, workflow]) => [`${name}.json`, emitWorkflow(workflow)] as const)
  ])

/** A document by itself, with everything that it references. */
const emitBundled = (bundle: Bundle): string =>
  `${JSON.stringify(withTitles(bundle.document), published, 2)}\n`

interface Workflow {
  readonly sourceDescriptions?: ReadonlyArray<{ readonly url: string }>
}

/** A workflow unchanged, except that its sources are sibling files. */
const emitWorkflow = (workflow: unknown): string => {
  const document = workflow as Workflow
  const sources = document.sourceDescriptions?.map((source) => ({ ...source, url: bundledUrl(source.url) }))
  return json(sources === undefined ? document : { ...document, sourceDescriptions: sources })
}

/** `../../packages/contracts/bundled/partner-api.json` -> `./partner-api.json` */
const bundledUrl = (url: string): string => `./${basename(url)}`
