import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

/** The error for a value that matches no member of a union. */
export interface Mismatch {
  /** Keys below the union itself: a discriminator's issue is reported at its own place. */
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: string
  readonly predicate: string
}

const literalText = (ast: SchemaAST.AST): string | undefined =>
  ast._tag === "Literal" ? String(ast.literal) : ast._tag === "Null" ? "null" : undefined

const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap((member) => members(SchemaAST.toEncoded(member))) : [ast]

/** Describes the types that a schema accepts, in words for people. */
export const typeWords = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "Null":
      return "null"
    case "Literal":
      return String(ast.literal)
    case "Objects":
      return "an object"
    case "Arrays":
      return "an array"
    case "Union":
      return [...new Set(members(ast).map(typeWords))].join(" or ")
    default:
      return "a value of the right type"
  }
}

/** The values that one key takes in every object of a union, which distinguish the objects. */
const discriminator = (
  objects: ReadonlyArray<SchemaAST.Objects>
): { readonly key: PropertyKey; readonly values: ReadonlyArray<string> } | undefined => {
  // A single object is excluded as well if one of its literals differs.
  for (const { name } of objects[0]?.propertySignatures ?? []) {
    const values = objects.map((object) => {
      const property = object.propertySignatures.find((signature) => signature.name === name)
      return property === undefined ? undefined : literalText(SchemaAST.toEncoded(property.type))
    })
    if (values.every(Predicate.isString)) return { key: name, values }
  }
  return undefined
}

const oneOf = (values: ReadonlyArray<string>): string =>
  values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`

/** Explains a value that matches no member of a union. `value` only selects the sentence; it is never quoted. */
export const unionMismatch = (union: SchemaAST.AST, value: unknown): Mismatch => {
  const all = members(SchemaAST.toEncoded(union))
  const texts = all.map(literalText)
  if (texts.every(Predicate.isString) && texts.length > 0)
    return { path: [], code: "not_allowed", predicate: oneOf(texts) }
  const objects = all.filter(SchemaAST.isObjects)
  const selected = Predicate.isObject(value) ? discriminator(objects) : undefined
  if (selected === undefined)
    return { path: [], code: "wrong_type", predicate: `must be ${typeWords(union)}` }
  const given = Object.hasOwn(value as object, selected.key) ? Reflect.get(value as object, selected.key) : ""
  return given === ""
    ? { path: [selected.key], code: "required", predicate: "is required" }
    : { path: [selected.key], code: "not_allowed", predicate: oneOf(selected.values) }
}
