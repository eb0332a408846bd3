import type { Bundle } from "../documents/bundle.ts"
import { objectOf, textOf } from "../documents/json.ts"
import { banner, list, object, quote } from "./code.ts"

const sourcesIn = ({ document }: Bundle) =>
  Object.values(objectOf(objectOf(document)["paths"]))
    .flatMap((path) => Object.values(objectOf(path)))
    .flatMap((operation) => {
      const id = textOf(objectOf(operation)["operationId"])
      const source = textOf(objectOf(operation)["x-source"])
      return id === undefined || source === undefined ? [] : [[id, source.split(/,\s*/)] as const]
    })

/** `operation-sources.ts`: the `x-source` of each operation, which the bundled documents leave out. */
export const emitOperationSources = (bundles: Iterable<Bundle>): string => {
  const sources = new Map([...bundles].flatMap(sourcesIn))
  const entries = [...sources].map(([id, cited]) => `${quote(id)}: ${list(cited.map(quote))}`)
  return `${banner("specs/")}
/** The requirements and decisions that each operation comes from, by the operation's id. */
export const operationSources: Readonly<Record<string, ReadonlyArray<string>>> = ${object(entries)}
`
}
