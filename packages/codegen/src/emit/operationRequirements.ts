import { isObject, textOf } from "../documents/json.ts"
import type { Specs } from "../model/Specs.ts"
import { banner, key, list, object, quote } from "./code.ts"

/** A requirement: a section alone, and a decision, have no sentence. */
const isRequirement = (id: string): boolean => /^R-[\d.]+-\d+$/.test(id)

const idsOf = (source: unknown): ReadonlyArray<string> =>
  (textOf(source) ?? "").split(", ").filter(isRequirement)

/** The operations of a document, and what each comes from. */
const operationsOf = (
  document: Record<string, unknown>
): ReadonlyArray<readonly [string, ReadonlyArray<string>]> =>
  Object.values(isObject(document["paths"]) ? document["paths"] : {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .flatMap((operation) => {
      const id = isObject(operation) ? textOf(operation["operationId"]) : undefined
      return id === undefined || !isObject(operation) ? [] : [[id, idsOf(operation["x-source"])] as const]
    })

/** `operation-requirements.ts`: the sentences of the description that each operation and each event comes from. */
export const emitOperationRequirements = ({ bundles, requirements, webhooks }: Specs): string => {
  const operations = [...bundles.values()].flatMap(({ document }) => operationsOf(document))
  const events = webhooks?.events.map(({ event, source }) => [event, idsOf(source)] as const) ?? []
  const rows = [...operations, ...events].filter(([, ids]) => ids.length > 0)
  const used = new Set(rows.flatMap(([, ids]) => ids))
  const texts = requirements
    .filter(({ id }) => used.has(id))
    .map(({ id, text }) => `${quote(id)}: ${quote(text)}`)
  return `${banner("x-source in specs/ and specs/requirements.yaml")}
/** The requirements that an operation, by its id, or an event comes from. Decisions aren't among them. */
export const operationRequirements: Readonly<Record<string, ReadonlyArray<string>>> = ${object(
    rows.map(([name, ids]) => `${key(name)}: ${list(ids.map(quote))}`)
  )}

/** The sentence of each of them. */
export const requirementTexts: Readonly<Record<string, string>> = ${object(texts)}
`
}
