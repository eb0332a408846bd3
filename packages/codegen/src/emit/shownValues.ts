import type { Bundle } from "../documents/bundle.ts"
import { shownValues } from "../model/shownValues.ts"
import { banner, key, list, object, quote } from "./code.ts"

/**
 * Documents of tools and of settings, which aren't the messages that the Workbench shows: their free texts would forbid
 * the same names there, and their words for fields would be shown as values.
 */
const others = new Set(["simulator-api", "workbench-api", "fund-files", "embed-messages"])

/**
 * `shown-values.ts`: the values that may be shown of the properties of each name. Names without any are left out. `ours`
 * are further texts of the service, by name: no schema lists them, and other texts of the same name may be personal.
 */
export const emitShownValues = (
  bundles: ReadonlyMap<string, Bundle>,
  ours: Readonly<Record<string, ReadonlyArray<string>>> = {}
): string => {
  const documents = [...bundles].filter(([name]) => !others.has(name)).map(([, { document }]) => document)
  const all = shownValues(documents)
  const patterns = [...new Set([...all.values()].flatMap((values) => [...values.patterns]))].toSorted()
  const rows = [...all].flatMap(
    ([name, { boolean, isDenied, isWords, number, personal, texts, ...values }]) => {
      const shownTexts = [...texts, ...(ours[name] ?? [])].filter((text) => !personal.has(text)).toSorted()
      const indexes = isDenied ? [] : [...values.patterns].map((pattern) => patterns.indexOf(pattern))
      const entries = [
        ...(boolean ? ["boolean: true"] : []),
        ...(number ? ["number: true"] : []),
        ...(shownTexts.length === 0 ? [] : [`texts: ${list(shownTexts.map(quote))}`]),
        ...(indexes.length === 0 ? [] : [`patterns: [${indexes.toSorted((a, b) => a - b).join(", ")}]`]),
        ...(isWords && indexes.length > 0 ? [`path: "words"`] : [])
      ]
      return entries.length === 0 ? [] : [`${key(name)}: ${object(entries)}`]
    }
  )
  const secrets = [...all].flatMap(([name, { isSecret }]) => (isSecret ? [quote(name)] : []))
  return `${banner("the schemas in specs/ and their x-shown")}
/** The values of a property that may be shown: booleans, numbers, these texts, and texts of these of the patterns below. */
export interface ShownValues {
  readonly boolean?: true
  readonly number?: true
  readonly texts?: ReadonlyArray<string>
  readonly patterns?: ReadonlyArray<number>
  /** Of the path of an address only the words are shown, because an id in it may be a key. */
  readonly path?: "words"
}

/** By the name of the property, in any message. All other values may be personal. */
export const shownValues: Readonly<Record<string, ShownValues>> = ${object(rows)}

/** The patterns of texts that may be shown. */
export const shownPatterns: ReadonlyArray<string> = ${list(patterns.map(quote))}

/** Properties that hold a tax file number, a key, a signed address or another secret, in some message. */
export const secretProperties: ReadonlyArray<string> = ${list(secrets)}
`
}
