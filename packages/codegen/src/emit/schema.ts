import type {
  ArrayNode,
  NumberNode,
  ObjectNode,
  ObjectRule,
  Property,
  SchemaNode,
  StringNode,
  UnionNode
} from "../model/Schema.ts"
import { docBlock, key, list, object, quote } from "./code.ts"

/** The scope of a schema's expression: names and rules of the surrounding code. */
export interface Scope {
  /** The expression for a named schema. */
  readonly reference: (name: string) => string
  /**
   * Whether objects themselves enforce that they are closed, and their object rules. In requests the parse options
   * close them, and the operation checks the rules, together with all other faults of the body.
   */
  readonly closes: boolean
}

/** The Effect schema of a node, as an expression. */
export const emitSchema = (node: SchemaNode, scope: Scope): string => {
  switch (node.kind) {
    case "reference":
      return scope.reference(node.name)
    case "string":
      return `Schema.String${node.isUuid ? ".pipe(inSmallLetters)" : ""}${stringChecks(node)}`
    case "number":
      return `Schema.${node.integer ? "Int" : "Finite"}${numberChecks(node)}`
    case "boolean":
      return "Schema.Boolean"
    case "null":
      return "Schema.Null"
    case "unknown":
      return "Schema.Json"
    case "literals":
      return emitLiterals(node.values)
    case "array":
      return `Schema.Array(${emitSchema(node.items, scope)})${arrayChecks(node)}`
    case "object":
      return emitObject(node, scope)
    case "union":
      return emitUnion(node, scope)
  }
}

const checks = (calls: ReadonlyArray<string | false>): string => {
  const present = calls.filter((call) => call !== false)
  return present.length === 0 ? "" : `.check(${present.join(", ")})`
}

const atLeast = (name: string, value: number | undefined): string | false =>
  value !== undefined && `Schema.${name}(${value})`

/**
 * Lengths of JSON Schema count code points; for 0 and 1 a UTF-16 length gives the same result and is cheaper. Each
 * check aborts the later ones if it fails, so that one text has one finding.
 */
const stringChecks = (node: StringNode): string =>
  checks(
    [
      atLeast(node.minLength === 1 ? "isMinLength" : "isMinCodePoints", node.minLength),
      atLeast("isMaxCodePoints", node.maxLength),
      node.pattern !== undefined &&
        `Schema.isPattern(${regExp(node.pattern)}${node.message === undefined ? "" : `, { expected: ${quote(node.message)} }`})`
    ].map((call) => call !== false && `${call}.abort()`)
  )

const regExp = (pattern: string): string => `new RegExp(${quote(pattern)}, "u")`

const numberChecks = (node: NumberNode): string =>
  checks([
    atLeast("isGreaterThanOrEqualTo", node.minimum),
    atLeast("isLessThanOrEqualTo", node.maximum),
    atLeast("isGreaterThan", node.exclusiveMinimum),
    atLeast("isLessThan", node.exclusiveMaximum),
    atLeast("isMultipleOf", node.multipleOf)
  ])

const arrayChecks = (node: ArrayNode): string =>
  checks([
    atLeast("isMinLength", node.minItems),
    atLeast("isMaxLength", node.maxItems),
    node.uniqueItems && "Schema.isUnique()"
  ])

const emitLiterals = (values: ReadonlyArray<string | number | boolean>): string => {
  const literals = values.map((value) => JSON.stringify(value))
  return literals.length === 1 ? `Schema.Literal(${literals[0]})` : `Schema.Literals(${list(literals)})`
}

const emitObject = (node: ObjectNode, scope: Scope): string => {
  const sizes = checks([
    atLeast("isMinProperties", node.minProperties),
    atLeast("isMaxProperties", node.maxProperties),
    ...(scope.closes ? (node.rules ?? []).map(emitRule) : [])
  ])
  const fields = object(node.properties.map((property) => emitProperty(property, scope)))
  if (node.rest === "closed") return `${scope.closes ? "closed" : "Schema.Struct"}(${fields})${sizes}`
  if (node.rest === "ignored") return `Schema.Struct(${fields})${sizes}`
  const record = `Schema.Record(Schema.String, ${node.rest === "open" ? "Schema.Json" : emitSchema(node.rest, scope)})`
  return node.properties.length === 0
    ? `${record}${sizes}`
    : `Schema.StructWithRest(Schema.Struct(${fields}), [${record}])${sizes}`
}

const emitRule = (rule: ObjectRule): string => {
  switch (rule.kind) {
    case "requiredWhen":
    case "onlyWhen":
      return `ObjectRules.${rule.kind}(${JSON.stringify(rule.when)}, ${quote(rule.name)})`
    case "closedWhen":
      return `ObjectRules.closedWhen(${JSON.stringify(rule.when)}, ${JSON.stringify(rule.known)})`
    default:
      return `ObjectRules.${rule.kind}(${rule.names.map(quote).join(", ")})`
  }
}

const emitProperty = (property: Property, scope: Scope): string => {
  const schema = emitSchema(property.schema, scope)
  const doc = docBlock(property.description, property.deprecated ? "@deprecated" : undefined)
  return `${doc}${key(property.name)}: ${property.required ? schema : `Schema.optionalKey(${schema})`}`
}

const emitUnion = (node: UnionNode, scope: Scope): string => {
  const others = node.members.filter((member) => member.kind !== "null")
  const [only] = others
  if (only !== undefined && others.length === 1 && node.members.length === 2) {
    return `Schema.NullOr(${emitSchema(only, scope)})`
  }
  const members = list(node.members.map((member) => emitSchema(member, scope)))
  return `Schema.Union(${members}${node.exactlyOne ? ', { mode: "oneOf" }' : ""})`
}
