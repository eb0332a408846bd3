import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

/** What a value must be, when none of a union's members even began to match. */
export interface Mismatch {
  /** Keys below the union itself: a discriminator is named where it stands. */
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: string
  readonly predicate: string
}

const literalText = (ast: SchemaAST.AST): string | undefined =>
  ast._tag === "Literal" ? String(ast.literal) : ast._tag === "Null" ? "null" : undefined

const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap((member) => members(SchemaAST.toEncoded(member))) : [ast]

/** Names what a schema takes, in words for people. */
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

/** The values that one key takes in every object of a union: what tells the objects apart. */
const discriminator = (
  objects: ReadonlyArray<SchemaAST.Objects>
): { readonly key: PropertyKey; readonly values: ReadonlyArray<string> } | undefined => {
  // A single object is left out of the choice as well when a literal of it is wrong.
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

/** Explains a value that fits no member of a union. `value` decides only which sentence fits; it is never quoted. */
export const unionMismatch = (union: SchemaAST.AST, value: unknown): Mismatch => {
  const all = members(SchemaAST.toEncoded(union))
  const texts = all.map(literalText)
  if (texts.every(Predicate.isString) && texts.length > 0)
    return { path: [], code: "not_allowed", predicate: oneOf(texts) }
  const objects = all.filter(SchemaAST.isObjects)
  const telling = Predicate.isObject(value) ? discriminator(objects) : undefined
  if (telling === undefined) return { path: [], code: "wrong_type", predicate: `must be ${typeWords(union)}` }
  return Object.hasOwn(value as object, telling.key)
    ? { path: [telling.key], code: "not_allowed", predicate: oneOf(telling.values) }
    : { path: [telling.key], code: "required", predicate: "is required" }
}
