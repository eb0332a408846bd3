import type { Finding } from "../findings.ts"
import type { Component, SchemaNode } from "./Schema.ts"

/** The names that a schema references. */
const referencesOf = (node: SchemaNode): ReadonlyArray<string> => {
  switch (node.kind) {
    case "reference":
      return [node.name]
    case "array":
      return referencesOf(node.items)
    case "union":
      return node.members.flatMap(referencesOf)
    case "object":
      return [
        ...node.properties.flatMap((property) => referencesOf(property.schema)),
        ...(typeof node.rest === "string" ? [] : referencesOf(node.rest))
      ]
    default:
      return []
  }
}

/** All names reachable from some schemas, through components. */
export const reachableFrom = (
  nodes: ReadonlyArray<SchemaNode>,
  components: ReadonlyMap<string, Component>
): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: SchemaNode): void => {
    for (const name of referencesOf(node)) {
      if (found.has(name)) continue
      found.add(name)
      const component = components.get(name)
      if (component !== undefined) visit(component.schema)
    }
  }
  nodes.forEach(visit)
  return found
}

/**
 * Components in dependency order: each after those that it references; ties by name. Components in a cycle are returned
 * separately.
 */
export const inOrder = (
  components: ReadonlyMap<string, Component>
): { readonly ordered: ReadonlyArray<Component>; readonly circular: ReadonlyArray<Component> } => {
  const ordered: Array<Component> = []
  const circular = new Set<Component>()
  const state = new Map<string, "open" | "done">()
  const visit = (name: string): void => {
    const component = components.get(name)
    if (component === undefined || state.get(name) === "done") return
    if (state.get(name) === "open") {
      circular.add(component)
      return
    }
    state.set(name, "open")
    for (const reference of [...new Set(referencesOf(component.schema))].toSorted()) visit(reference)
    state.set(name, "done")
    ordered.push(component)
  }
  for (const name of [...components.keys()].toSorted()) visit(name)
  return { ordered, circular: [...circular] }
}

/** A brand in a cycle of schemas has no type that TypeScript could infer, and no spec needs one. */
export const recursiveSchemas = (components: ReadonlyMap<string, Component>): ReadonlyArray<Finding> =>
  inOrder(components).circular.map(({ document, name, pointer }) => ({
    code: "recursive_schema",
    document,
    pointer,
    message: `${name} refers to itself, directly or through others`
  }))
