import { type Pointer, isObject, type Json } from "../documents/json.ts"
import type { ObjectRule, When } from "../model/Schema.ts"
import type { Context } from "./Context.ts"

/** The keywords of an object's rules about several properties. */
export const ruleKeywords: ReadonlyArray<string> = ["not", "if", "then", "else", "dependentSchemas"]

const forms =
  "one of: not {required: [a, b]}; if {not {required: [a]}} then {required: [b]}; the same with if {required: [a]} then " +
  "{not {required: [b]}} else {required: [b]}; if {required: [p], properties: {p: {enum}}} then {required} or " +
  "{properties: {p: {}}, additionalProperties: false}, else {not: {required: [x]}}; dependentSchemas {p: if …} or {x: {properties: {p: {enum}}}}"

/** The rules of an object. A form that the generated code can't enforce is reported. */
export const parseObjectRules = (context: Context, schema: Json, at: Pointer): ReadonlyArray<ObjectRule> => {
  const found = [
    ...(schema["not"] === undefined ? [] : [exclusion(schema["not"])]),
    ...(schema["if"] === undefined && schema["then"] === undefined && schema["else"] === undefined
      ? []
      : [conditional(schema)]),
    ...dependents(schema["dependentSchemas"])
  ]
  if (found.includes(undefined)) {
    context.report("unsupported_keyword", at, `what an object demands beyond its properties is ${forms}`)
  }
  const rules = found.flatMap((rules) => rules ?? [])
  const properties = isObject(schema["properties"]) ? schema["properties"] : {}
  for (const name of rules.flatMap(namesOf).filter((name) => properties[name] === undefined)) {
    context.report("unsupported_keyword", at, `a rule is about ${name}, which isn't a property`)
  }
  return rules
}

const namesOf = (rule: ObjectRule): ReadonlyArray<string> => {
  switch (rule.kind) {
    case "requiredWhen":
    case "onlyWhen":
      return [rule.when.property, rule.name]
    case "closedWhen":
      return [rule.when.property, ...rule.known]
    default:
      return rule.names
  }
}

/** Rules of one keyword, or undefined if its form is unknown. */
type Read = ReadonlyArray<ObjectRule> | undefined

/** The names of `{ required: [...] }`; undefined for anything else. */
const required = (value: unknown): ReadonlyArray<string> | undefined =>
  isObject(value) && Object.keys(value).join() === "required" && Array.isArray(value["required"])
    ? value["required"]
    : undefined

const only = (names: ReadonlyArray<string> | undefined): string | undefined =>
  names?.length === 1 ? names[0] : undefined

/** The name of `{ not: { required: [name] } }`. */
const absent = (value: unknown): string | undefined =>
  isObject(value) && Object.keys(value).join() === "not" ? only(required(value["not"])) : undefined

const exclusion = (value: unknown): Read => {
  const [first, second, ...others] = required(value) ?? []
  return first === undefined || second === undefined || others.length > 0
    ? undefined
    : [{ kind: "notTogether", names: [first, second] }]
}

const conditional = (schema: Json): Read => {
  const { if: condition, then: consequence, else: alternative } = schema
  const lacking = absent(condition)
  if (lacking !== undefined) {
    const needed = only(required(consequence))
    return needed === undefined || alternative !== undefined
      ? undefined
      : [{ kind: "atLeastOne", names: [lacking, needed] }]
  }
  const first = only(required(condition))
  if (first !== undefined) {
    const second = absent(consequence)
    return second === undefined || only(required(alternative)) !== second
      ? undefined
      : [{ kind: "exactlyOne", names: [first, second] }]
  }
  const when = whenOf(condition)
  if (when === undefined) return undefined
  const then = consequence === undefined ? [] : consequencesOf(when, consequence)
  const otherwise = alternative === undefined ? [] : forbidden(when, alternative)
  return then === undefined || otherwise === undefined ? undefined : [...then, ...otherwise]
}

/** `{ required: [p], properties: { p: { const or enum } } }`; beside `p` in dependentSchemas `required` may be left out. */
const whenOf = (value: unknown, given?: string): When | undefined => {
  if (!isObject(value) || !isObject(value["properties"])) return undefined
  const [[property, schema] = [], ...others] = Object.entries(value["properties"])
  const isGiven = given === undefined ? only(required({ required: value["required"] })) : given
  if (property === undefined || others.length > 0 || isGiven !== property || !isObject(schema))
    return undefined
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]]
  return values.every((each) => ["string", "number", "boolean"].includes(typeof each))
    ? { property, values }
    : undefined
}

const consequencesOf = (when: When, value: unknown): Read => {
  const names = required(value)
  if (names !== undefined) return names.map((name) => ({ kind: "requiredWhen", when, name }))
  if (!isObject(value) || !isObject(value["properties"]) || value["additionalProperties"] !== false)
    return undefined
  const known = Object.entries(value["properties"])
  return known.every(([, schema]) => isObject(schema) && Object.keys(schema).length === 0)
    ? [{ kind: "closedWhen", when, known: known.map(([name]) => name) }]
    : undefined
}

/** `{ not: { required: [x] } }`. */
const forbidden = (when: When, value: unknown): Read => {
  const name = absent(value)
  return name === undefined ? undefined : [{ kind: "onlyWhen", when, name }]
}

const dependents = (value: unknown): ReadonlyArray<Read> => {
  if (value === undefined) return []
  if (!isObject(value)) return [undefined]
  return Object.entries(value).map(([name, schema]) => dependent(name, isObject(schema) ? schema : {}))
}

/**
 * The rules of one property: it requires another if it has a certain value, or it is allowed only if another has a
 * certain value.
 */
const dependent = (name: string, schema: Json): Read => {
  if (Object.keys(schema).join() === "properties") {
    const [other] = Object.keys(isObject(schema["properties"]) ? schema["properties"] : {})
    const when = whenOf(schema, other)
    return when === undefined ? undefined : [{ kind: "onlyWhen", when, name }]
  }
  const when = whenOf(schema["if"], name)
  const names = required(schema["then"])
  return when === undefined || names === undefined || Object.keys(schema).length !== 2
    ? undefined
    : names.map((needed) => ({ kind: "requiredWhen", when, name: needed }))
}
