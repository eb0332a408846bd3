/**
 * Keeps schemas free of what openapi-generator, Kiota and oapi-codegen reject or mangle. Each check says where it was
 * reported, and what openapi-generator 7.25.0 (Java) and oapi-codegen 2.8.2 made of it when we tried.
 */
const checks = [
  // oapi-codegen ends with an error. OpenAPITools/openapi-generator#17187, oapi-codegen/oapi-codegen#373.
  ({ type }) =>
    Array.isArray(type) &&
    type.filter((one) => one !== "null").length > 1 &&
    `type names several types (${type})`,
  // Both lose the value: Object, interface{}. OpenAPITools/openapi-generator#19696.
  ({ const: value, type }) => value !== undefined && type === undefined && "const has no type beside it",
  // Both lose the places: List<Object>, []interface{}. OpenAPITools/openapi-generator#19704.
  ({ prefixItems }) => prefixItems !== undefined && "prefixItems makes a tuple; name its places in an object",
  // Values must then be the schemas' names, and Kiota asks for the mapping. microsoft/kiota#5146.
  ({ discriminator }) =>
    discriminator !== undefined && discriminator.mapping === undefined && "discriminator has no mapping",
  // Both number what would be one constant: GMT_1 and GMT_12, GMT1 and GMT11. OpenAPITools/openapi-generator#17277, #9135.
  ({ enum: values }) =>
    new Set(texts(values).map(constantOf)).size < texts(values).length &&
    "enum has two values that differ in capitals or signs alone",
  // OpenAPI 3.1 doesn't know the word, and both ignore it. OpenAPITools/openapi-generator#18402.
  ({ nullable }) => nullable !== undefined && 'nullable is of OpenAPI 3.0; say type: [..., "null"]'
]

const texts = (values) => (Array.isArray(values) ? values.filter((value) => typeof value === "string") : [])

const constantOf = (value) =>
  value
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "")

/** Names of the schemas that an allOf takes over, however far away. */
const takenOver = (schemas, name, seen = new Set()) => {
  for (const { $ref } of schemas?.[name]?.allOf ?? []) {
    const base = $ref?.split("/").pop()
    if (base === undefined || seen.has(base)) continue
    seen.add(base)
    takenOver(schemas, base, seen)
  }
  return seen
}

export default function portableSchema(schema, _options, { document, path }) {
  if (path.some((key) => key === "example" || key === "examples" || key === "value")) return []
  // A property may have any of these names.
  if (path.at(-1) === "properties") return []
  const found = checks.map((check) => check(schema)).filter(Boolean)
  // Earlier versions overflow their stack. oapi-codegen/oapi-codegen#1373, OpenAPITools/openapi-generator#23966.
  const schemas = document.data?.components?.schemas ?? document.data
  if (schema.allOf !== undefined && takenOver(schemas, path.at(-1)).has(path.at(-1)))
    found.push("allOf comes back to itself")
  return found.map((message) => ({ message: `${message}.` }))
}
