import { objectOf, textOf } from "../documents/json.ts"
import type { Bundle } from "../documents/bundle.ts"
import type { Specs } from "../model/Specs.ts"
import { banner, key, list, object, quote } from "./code.ts"

type Source = readonly [name: string, cited: ReadonlyArray<string>]

const cited = (source: string): ReadonlyArray<string> => source.split(/,\s*/)

const sourcesIn = ({ document }: Bundle): ReadonlyArray<Source> =>
  Object.values(objectOf(objectOf(document)["paths"]))
    .flatMap((path) => Object.values(objectOf(path)))
    .flatMap((operation) => {
      const id = textOf(objectOf(operation)["operationId"])
      const source = textOf(objectOf(operation)["x-source"])
      return id === undefined || source === undefined ? [] : [[id, cited(source)] as const]
    })

const summariesIn = ({ document }: Bundle): ReadonlyArray<readonly [id: string, summary: string]> =>
  Object.values(objectOf(objectOf(document)["paths"]))
    .flatMap((path) => Object.values(objectOf(path)))
    .flatMap((operation) => {
      const id = textOf(objectOf(operation)["operationId"])
      const summary = textOf(objectOf(operation)["summary"])
      return id === undefined || summary === undefined ? [] : [[id, summary] as const]
    })

/**
 * `operation-sources.ts`: the `x-source` of each operation and each event, which the bundled documents leave out, and the
 * sentences that they cite; and the summary of each operation. Programs that show them needn't carry all requirements.
 */
export const emitOperationSources = ({ bundles, requirements, webhooks }: Specs): string => {
  const events = webhooks?.events.flatMap(({ event, source }): ReadonlyArray<Source> =>
    source === undefined ? [] : [[event, cited(source)]]
  )
  const sources = [...new Map([...[...bundles.values()].flatMap(sourcesIn), ...(events ?? [])])]
  const used = new Set(sources.flatMap(([, ids]) => ids))
  const texts = requirements.filter(({ id }) => used.has(id))
  const summaries = [...new Map([...bundles.values()].flatMap(summariesIn))]
  return `${banner("specs/")}
/** The requirements and decisions that each operation, by its id, and each event comes from. */
export const operationSources: Readonly<Record<string, ReadonlyArray<string>>> = ${object(
    sources.map(([name, ids]) => `${key(name)}: ${list(ids.map(quote))}`)
  )}

/** The summary of each operation, in a few words. */
export const operationSummaries: Readonly<Record<string, string>> = ${object(
    summaries.map(([id, summary]) => `${key(id)}: ${quote(summary)}`)
  )}

/** The sentence of each of these requirements. Sections and decisions have none. */
export const sourceTexts: Readonly<Record<string, string>> = ${object(
    texts.map(({ id, text }) => `${quote(id)}: ${quote(text)}`)
  )}
`
}
