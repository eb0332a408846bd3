import { basename } from "node:path"
import type { Bundle } from "../documents/bundle.ts"
import { withTitles } from "./titles.ts"

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Extensions for authors of the specs and for codegen, which the published documents omit: the source of a rule, the
 * codes of an operation's own rules, and what the Workbench shows.
 */
const unpublished = new Set(["x-source", "x-codes", "x-shown"])

const published = (key: string, value: unknown): unknown => (unpublished.has(key) ? undefined : value)

/** `bundled/<name>.json`: the document by itself, with everything that it references. */
export const emitBundled = (bundle: Bundle): string =>
  `${JSON.stringify(withTitles(bundle.document), published, 2)}\n`

interface Workflow {
  readonly sourceDescriptions?: ReadonlyArray<{ readonly url: string }>
}

/** A workflow unchanged, except that its sources are sibling files. */
export const emitWorkflow = (workflow: unknown): string => {
  const document = workflow as Workflow
  const sources = document.sourceDescriptions?.map((source) => ({ ...source, url: bundledUrl(source.url) }))
  return json(sources === undefined ? document : { ...document, sourceDescriptions: sources })
}

/** `../../packages/contracts/bundled/partner-api.json` -> `./partner-api.json` */
const bundledUrl = (url: string): string => `./${basename(url)}`
