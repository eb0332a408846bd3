const bounds = {
  string: ["maxLength"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["maxItems"]
}

/** Text, numbers and lists have an upper bound, or list their values: what has no bound is a way to exhaust somebody. */
export default function boundedSchema(schema, _options, context) {
  const inExample = context.path.some((key) => key === "example" || key === "examples" || key === "value")
  // What only says which values are excluded bounds none.
  const isCondition = context.path.some((key) => key === "not" || key === "if")
  if (
    inExample ||
    isCondition ||
    schema.enum !== undefined ||
    schema["x-values"] !== undefined ||
    schema.const !== undefined ||
    schema.format === "binary" ||
    // In the sources; codegen gives an id its length.
    (schema.format === "uuid" && schema.pattern === undefined)
  )
    return []
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const missing = types
    .flatMap((type) => bounds[type] ?? [])
    .filter((keyword) => schema[keyword] === undefined)
  return missing.length === 0 ? [] : [{ message: `${types.join(" or ")} needs ${missing.join(" and ")}.` }]
}
