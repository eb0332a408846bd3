/** Formats of numbers bound a number's size, and binary is not text; every other format needs a pattern. */
const notText = new Set(["int32", "int64", "float", "double", "binary"])

export default function formatHasPattern(schema) {
  if (typeof schema.format !== "string" || notText.has(schema.format) || schema.pattern !== undefined)
    return []
  const isText = schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"))
  return isText ? [{ message: `format "${schema.format}" needs a pattern beside it.` }] : []
}
