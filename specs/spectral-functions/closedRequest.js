/** A request's objects name all their properties: additionalProperties is false, at every depth. */
export default function closedRequest(schema, _options, context) {
  const found = []
  const visit = (node, path) => {
    if (node === null || typeof node !== "object") return
    if (node.properties !== undefined && node.additionalProperties !== false) {
      found.push({ message: "A request's object needs additionalProperties: false.", path })
    }
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      visit(property, [...path, "properties", name])
    }
    for (const keyword of ["oneOf", "anyOf", "allOf"]) {
      for (const [index, branch] of (node[keyword] ?? []).entries()) visit(branch, [...path, keyword, index])
    }
    if (node.items !== undefined) visit(node.items, [...path, "items"])
  }
  visit(schema, [...context.path])
  return found
}
