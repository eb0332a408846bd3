import type {
  ArrayNode,
  NumberNode,
  ObjectNode,
  ObjectRule,
  Property,
  SchemaNode,
  StringNode,
  UnionNode,
  Component
} from "../model/Schema.ts"
import { docBlock, key, list, object, quote, banner } from "./code.ts"
import { checkExport } from "../runtime/checkNames.ts"
import { inOrder } from "../model/references.ts"

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

/**
 * `schemas.ts`: every named schema of the specs, as a value and a type of its name. Text with a pattern is branded with
 * the name, has its named check, and is Redacted if the specs require it.
 */
export const emitSchemas = (
  components: ReadonlyMap<string, Component>,
  closes: (name: string) => boolean
): string => {
  const { ordered } = inOrder(components)
  const body = ordered.map((component) => emitComponent(component, closes(component.name))).join("\n")
  const imports = [
    `import * as Schema from "effect/Schema"`,
    ...(body.includes("Checks.") ? [`import * as Checks from "./checks.ts"`] : []),
    ...(body.includes("ObjectRules.") ? [`import * as ObjectRules from "./objectRules.ts"`] : []),
    ...(body.includes("closed(") ? [`import { closed } from "./closed.ts"`] : []),
    ...(body.includes("(inSmallLetters)") ? [`import { inSmallLetters } from "./inSmallLetters.ts"`] : [])
  ]
  return `${banner("specs/")}\n${imports.join("\n")}\n\n${body}`
}

const emitComponent = (component: Component, closes: boolean): string => {
  const { name } = component
  const doc = docBlock(
    component.description,
    `${component.document}`,
    component.deprecated ? "@deprecated" : undefined
  )
  const type =
    component.schema.kind === "object" &&
    component.schema.rest !== "open" &&
    typeof component.schema.rest === "string"
      ? `export interface ${name} extends Schema.Schema.Type<typeof ${name}> {}`
      : `export type ${name} = typeof ${name}.Type`
  return `${doc}export const ${name} = ${expression(component, closes)}\n${type}\n`
}

const expression = (component: Component, closes: boolean): string => {
  const { name, schema } = component
  const identified = `.annotate({ identifier: ${quote(name)} })`
  // An alias keeps the identity of its target.
  if (schema.kind === "reference") return schema.name
  const whole = emitSchema(schema, { reference: (reference) => reference, closes })
  const base =
    component.checkFirst === undefined
      ? whole
      : whole.replace(/^Schema\.String/, `$&.check(Checks.${checkExport(component.checkFirst)}.abort())`)
  const checked =
    component.check === undefined ? base : `${base}.check(Checks.${checkExport(component.check)})`
  const branded = component.branded ? `${checked}.pipe(Schema.brand(${quote(name)}))` : checked
  return component.redacted ? `Schema.RedactedFromValue(${branded})${identified}` : `${branded}${identified}`
}
