/** What only tests a property describes none. */
const conditions = new Set(["if", "then", "else", "not", "dependentSchemas"])

/** Each property has a description of its own, or is a reference to a named schema, which has one. */
export default function describedProperties(properties, _options, context) {
  if (properties === null || typeof properties !== "object") return []
  if (context.path.some((key) => conditions.has(key))) return []
  return Object.entries(properties)
    .filter(([, property]) => property !== null && typeof property === "object")
    .filter(([, property]) => property.$ref === undefined && (property.description ?? "").length < 10)
    .map(([name]) => ({
      message: `Property "${name}" needs a description, or a $ref to a schema that has one.`,
      path: [...context.path, name]
    }))
}
