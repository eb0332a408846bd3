/**
 * The forms in which an object says what it demands beyond each of its properties by itself. Client generators ignore
 * them, validators hold to them, and codegen makes a check of each (packages/codegen/src/parse/objectRules.ts).
 */
const names = (schema) =>
  Object.keys(schema ?? {}).join() === "required" && Array.isArray(schema.required) ? schema.required : []
const one = (schema) => names(schema).length === 1
const without = (schema) => Object.keys(schema ?? {}).join() === "not" && one(schema.not)
const withoutAny = (schema) =>
  Object.keys(schema ?? {}).join() === "not" && Array.isArray(schema.not.anyOf) && schema.not.anyOf.every(one)
const listed = (schema) => schema?.enum !== undefined || schema?.const !== undefined
const value = (schema) => {
  const properties = Object.values(schema?.properties ?? {})
  return properties.length === 1 && properties.every(listed)
}
const closed = (schema) => schema?.properties !== undefined && schema.additionalProperties === false

const conditional = ({ if: condition, then, else: otherwise }) => {
  if (without(condition)) return one(then) && otherwise === undefined
  if (one(condition)) return without(then) && one(otherwise)
  const consequence = then === undefined || names(then).length > 0 || closed(then)
  return (
    value(condition) &&
    consequence &&
    (otherwise === undefined || without(otherwise) || withoutAny(otherwise))
  )
}

const isKept = (schema) => {
  // A text excludes values by a pattern, which its named check repeats with a code of its own.
  if (schema["x-check"] !== undefined) return Object.keys(schema.not).join() === "pattern"
  if (schema.not !== undefined && names(schema.not).length !== 2) return false
  if ((schema.then ?? schema.else) !== undefined && schema.if === undefined) return false
  if (schema.if !== undefined && !conditional(schema)) return false
  return Object.values(schema.dependentSchemas ?? {}).every(
    (each) => value(each.if) && names(each.then).length > 0
  )
}

const conditions = new Set(["if", "then", "else", "not", "dependentSchemas"])

export default function keptRule(schema, _options, { path }) {
  if (path.some((key) => key === "example" || key === "examples" || conditions.has(key))) return []
  return isKept(schema)
    ? []
    : [{ message: "What it demands beyond its properties has a form that can't be generated without loss." }]
}
