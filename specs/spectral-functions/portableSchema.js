/**
 * Keeps schemas free of what openapi-generator, Kiota and oapi-codegen reject or mangle: one check for each construct,
 * with where it was reported. What these tools do worse with, but our specs need, is in the guide "Generate a client".
 */
const checks = [
  // They keep one type beside null: OpenAPITools/openapi-generator#17187, oapi-codegen/oapi-codegen#2336.
  ({ type }) =>
    Array.isArray(type) &&
    type.filter((one) => one !== "null").length > 1 &&
    `type names several types (${type})`,
  // A const is turned into an enum, whose type is then unknown: OpenAPITools/openapi-generator#19696.
  ({ const: value, type }) => value !== undefined && type === undefined && "const has no type beside it",
  // The generator ends with a NullPointerException: OpenAPITools/openapi-generator#19704.
  ({ prefixItems }) => prefixItems !== undefined && "prefixItems makes a tuple; name the places by an object",
  // Unions are told apart by a mapping that names every schema, or not at all: microsoft/kiota#5146.
  ({ discriminator }) =>
    discriminator !== undefined && discriminator.mapping === undefined && "discriminator has no mapping",
  // A value that isn't a name becomes a constant without one, or none at all: OpenAPITools/openapi-generator#7441.
  ({ enum: values }) =>
    texts(values).some((value) => constantOf(value) === "") && "enum has a value without a letter or digit",
  // Values become constants in capitals, with _ for signs: OpenAPITools/openapi-generator#9135, #17277.
  ({ enum: values }) =>
    new Set(texts(values).map(constantOf)).size < texts(values).length &&
    "enum has two values that differ in capitals or signs alone",
  // OpenAPI 3.1 doesn't know the word; each tool then does as it likes: microsoft/kiota#3914.
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
  // An allOf that comes back to itself overflows the stack: oapi-codegen/oapi-codegen#1373, OpenAPITools/openapi-generator#23966.
  const schemas = document.data?.components?.schemas ?? document.data
  if (schema.allOf !== undefined && takenOver(schemas, path.at(-1)).has(path.at(-1)))
    found.push("allOf comes back to itself")
  return found.map((message) => ({ message: `${message}.` }))
}
