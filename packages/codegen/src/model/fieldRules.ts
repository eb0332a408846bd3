import { formatPointer } from "../documents/json.ts"
import type { Finding } from "../findings.ts"
import type { FieldRule } from "../runtime/checkField.ts"
import { textChecks, type TextCheckName } from "../runtime/pure-checks.ts"
import type { Api, Operation } from "./Api.ts"
import type { Component, SchemaNode } from "./Schema.ts"

/** A field of a request's body. */
export interface BodyField {
  /** JSON pointer without `#`; `*` is any item of a list, and the empty text the body itself. */
  readonly pointer: string
  readonly rule: FieldRule
  /** The name of the schema that has the pattern. */
  readonly patternOf?: string
  /** Every code that the service may return for this field. */
  readonly codes: ReadonlyArray<string>
}

type Components = ReadonlyMap<string, Component>

const unreadable = ["required", "wrong_type"]

/** The fields of an operation's JSON body, the body itself first; undefined if a rule can't express one of them. */
export const bodyFields = (
  { body, codes = {} }: Operation,
  components: Components
): ReadonlyArray<BodyField> | undefined => {
  if (body === undefined) return []
  const found = fieldsOf(body.schema, "", body.required, components)
  if (found === undefined) return undefined
  const elsewhere = Object.keys(codes).filter((pointer) => !found.some((field) => field.pointer === pointer))
  return [
    ...found.map((field) => {
      // A body that is missing or no object isn't decoded: it is malformed.
      const decoded = field.codes.filter((code) => field.pointer !== "" || !unreadable.includes(code))
      return { ...field, codes: [...new Set([...decoded, ...(codes[field.pointer] ?? [])])] }
    }),
    // A rule may also name something of the view, which isn't in the body.
    ...elsewhere.map((pointer): BodyField => ({ pointer, rule: {}, codes: codes[pointer] ?? [] }))
  ]
}

/** The API that browsers call, whose fields have rules. */
export const hasFieldRules = ({ name }: Api): boolean => name === "embed-api"

/** Bodies with a field that no rule can express. */
export const unruledBodies = (apis: ReadonlyArray<Api>, components: Components): ReadonlyArray<Finding> =>
  apis.filter(hasFieldRules).flatMap(({ name, operations }) =>
    operations
      .filter((operation) => bodyFields(operation, components) === undefined)
      .map(({ id, method, path }): Finding => ({
        code: "unsupported_field",
        document: `${name}/openapi.yaml`,
        pointer: formatPointer(["paths", path, method, "requestBody"]),
        message: `a field of ${id} needs more than the rules of runtime/checkField.ts can say`
      }))
  )

const fieldsOf = (
  node: SchemaNode,
  pointer: string,
  required: boolean,
  components: Components
): ReadonlyArray<BodyField> | undefined => {
  const own = fieldOf(node, required, components)
  if (own === undefined) return undefined
  const { rule, target, ...rest } = own
  const inner =
    target.kind === "object"
      ? target.properties.map((property) =>
          fieldsOf(property.schema, `${pointer}/${property.name}`, property.required, components)
        )
      : target.kind === "array"
        ? [fieldsOf(target.items, `${pointer}/*`, false, components)]
        : []
  if (inner.includes(undefined)) return undefined
  return [{ pointer, rule, ...rest, codes: codesOf(rule) }, ...inner.flatMap((fields) => fields ?? [])]
}

/** The rule of one node, and the node without references. */
const fieldOf = (node: SchemaNode, required: boolean, components: Components) => {
  const { check, checkFirst, name, nullable, target } = resolved(node, components)
  const shared = {
    ...(required ? { required: true as const } : {}),
    ...(nullable ? { nullable: true as const } : {})
  }
  const rule = ruleOf(target)
  if (rule === undefined) return undefined
  return {
    target,
    rule: {
      ...rule,
      ...(checkFirst === undefined ? {} : { checkFirst: checkFirst as TextCheckName }),
      ...(check === undefined ? {} : { check: check as TextCheckName }),
      ...shared
    } satisfies FieldRule,
    ...(rule.pattern === undefined || name === undefined ? {} : { patternOf: name })
  }
}

interface Resolved {
  readonly target: SchemaNode
  readonly name?: string
  readonly checkFirst?: string
  readonly check?: string
  readonly nullable?: true
}

const resolved = (node: SchemaNode, components: Components): Resolved => {
  if (node.kind === "reference") {
    const component = components.get(node.name)
    if (component === undefined) return { target: { kind: "unknown" } }
    const { check, checkFirst } = component
    return {
      name: node.name,
      ...(checkFirst === undefined ? {} : { checkFirst }),
      ...(check === undefined ? {} : { check }),
      ...resolved(component.schema, components)
    }
  }
  if (node.kind !== "union") return { target: node }
  const [only, ...others] = node.members.filter((member) => member.kind !== "null")
  return only === undefined || others.length > 0
    ? { target: node }
    : { ...resolved(only, components), nullable: true }
}

const limits = (min: number | undefined, max: number | undefined) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max })
})

/** The rule of a node, or undefined if it needs more than a rule can say. */
const ruleOf = (node: SchemaNode): FieldRule | undefined => {
  switch (node.kind) {
    case "string":
      return {
        ...limits(node.minLength, node.maxLength),
        ...(node.pattern === undefined ? {} : { pattern: node.pattern })
      }
    case "literals":
      return { enum: node.values }
    case "boolean":
      return { type: "boolean" }
    case "number":
      return node.exclusiveMinimum === undefined &&
        node.exclusiveMaximum === undefined &&
        node.multipleOf === undefined
        ? { type: node.integer ? "integer" : "number", ...limits(node.minimum, node.maximum) }
        : undefined
    case "array":
      return node.uniqueItems ? undefined : { type: "list", ...limits(node.minItems, node.maxItems) }
    case "object":
      return node.rest === "closed"
        ? { type: "object", ...limits(node.minProperties, node.maxProperties) }
        : undefined
    default:
      return undefined
  }
}

/** The codes of the findings that decoding a field can have. */
const codesOf = (rule: FieldRule): ReadonlyArray<string> => {
  const { check, checkFirst, max, min = 0, pattern, required, type } = rule
  const sizes = (least: string, most: string, lowest = 1) => [
    ...(min >= lowest ? [least] : []),
    ...(max === undefined ? [] : [most])
  ]
  const missing = required ? ["required"] : []
  if (rule.enum !== undefined) return [...missing, "not_allowed"]
  switch (type) {
    case undefined:
      return [
        ...missing,
        "wrong_type",
        ...(checkFirst === undefined ? [] : [textChecks[checkFirst].code]),
        // An empty text of a required field is `required`.
        ...sizes("too_short", "too_long", required ? 2 : 1),
        ...(pattern === undefined ? [] : ["invalid_format"]),
        ...(check === undefined ? [] : [textChecks[check].code])
      ]
    case "object":
      return [...missing, "wrong_type", "unknown_property", ...sizes("too_few", "too_many")]
    case "list":
      return [...missing, "wrong_type", ...sizes("too_few", "too_many")]
    case "boolean":
      return [...missing, "wrong_type"]
    default:
      return [
        ...missing,
        "wrong_type",
        ...(rule.min === undefined ? [] : ["too_small"]),
        ...(max === undefined ? [] : ["too_large"])
      ]
  }
}
