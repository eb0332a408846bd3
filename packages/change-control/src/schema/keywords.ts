/** Bounds, by whether a smaller or a larger number is the narrower one. */
export const upper = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"]
export const lower = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"]
export const counts = ["minLength", "minItems", "minProperties"]
export const isUpper = (keyword: string): boolean => upper.includes(keyword)

const remarks = new Set(["title", "description", "example", "examples", "externalDocs", "$comment"])
const judgedApart = new Set([
  ...[...upper, ...lower, ...remarks],
  ...["$ref", "allOf", "anyOf", "oneOf", "type", "enum", "const", "pattern", "properties", "required"],
  ...["additionalProperties", "items", "default", "deprecated", "nullable"]
])
/** The only extension of ours that constrains a value: a checksum, a real date. */
export const isRemark = (keyword: string): boolean =>
  (keyword.startsWith("x-") && keyword !== "x-check") || judgedApart.has(keyword)

/** Keywords beside a `$ref` that don't constrain a value. */
export const isRemarkBeside = (keyword: string): boolean =>
  remarks.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-check")
