import type { Document, Schema } from "../openapi/operations.ts"
import { sample } from "./Case.ts"

type Json = Readonly<Record<string, unknown>>

/** An object that breaks a rule about several properties; the place and the codes of the expected error. */
export interface BrokenRule {
  readonly what: string
  readonly object: Json
  /** The property that the error names; absent if it names the object. */
  readonly at?: string
  readonly codes: ReadonlyArray<string>
}

const without = (object: Json, ...names: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)))

/** Objects that break the rules of a schema: `not`, `if` and `dependentSchemas`, in the forms that the specs use. */
export const brokenRules = (document: Document, schema: Schema, good: Json): ReadonlyArray<BrokenRule> => {
  const given = (...names: ReadonlyArray<string>): Json =>
    Object.fromEntries(names.map((name) => [name, sample(document, schema.properties![name]!)]))
  const { dependentSchemas = {}, else: otherwise, if: condition, not, then } = schema
  const found: Array<BrokenRule> = []
  const [first, second] = not?.required ?? []
  if (first !== undefined && second !== undefined) {
    const object = { ...good, ...given(first, second) }
    found.push({ what: `${first} and ${second} together`, object, at: second, codes: ["not_allowed"] })
  }
  const [lacking] = condition?.not?.required ?? []
  const [needed] = then?.required ?? []
  if (lacking !== undefined && needed !== undefined) {
    const object = without(good, lacking, needed, `${lacking}_validated`, `${needed}_validated`)
    found.push({ what: `neither ${lacking} nor ${needed}`, object, codes: ["required"] })
  }
  const [one] = condition?.properties === undefined ? (condition?.required ?? []) : []
  const [other] = then?.not?.required ?? []
  if (one !== undefined && other !== undefined) {
    const codes = ["not_allowed"]
    found.push({ what: `${one} and ${other} together`, object: { ...good, ...given(one, other) }, codes })
    found.push({ what: `neither ${one} nor ${other}`, object: without(good, one, other), codes })
  }
  for (const [property, { const: value }] of Object.entries(condition?.properties ?? {})) {
    for (const name of then?.required ?? []) {
      const object = { ...without(good, name), [property]: value }
      found.push({ what: `${property} without ${name}`, object, at: name, codes: ["required"] })
    }
    const beside = then?.additionalProperties === false ? Object.keys(schema.properties ?? {}) : []
    for (const name of beside.filter((name) => then?.properties?.[name] === undefined)) {
      const object = { ...good, ...given(name), [property]: value }
      found.push({
        what: `${name} beside the ${property} ${String(value)}`,
        object,
        at: name,
        codes: ["unknown_property"]
      })
    }
    for (const name of otherwise?.not?.required ?? []) {
      const object = { ...without(good, property), ...given(name) }
      found.push({ what: `${name} without ${property}`, object, at: name, codes: ["not_allowed"] })
    }
  }
  for (const [property, { if: holds, then: needs }] of Object.entries(dependentSchemas)) {
    for (const name of needs?.required ?? []) {
      const object = { ...without(good, name), [property]: holds?.properties?.[property]?.const }
      found.push({ what: `${property} without ${name}`, object, at: property, codes: ["not_allowed"] })
    }
  }
  const rules = [not, condition, ...Object.values(dependentSchemas)].filter((rule) => rule !== undefined)
  if (found.length < rules.length)
    throw new Error(`not every rule is broken of ${JSON.stringify(schema.required)}`)
  return found
}
