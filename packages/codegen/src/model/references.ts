import type { Finding } from "../findings.ts"
import type { Component, SchemaNode } from "./Schema.ts"
import type { Api, Operation } from "./Api.ts"
import type { Specs } from "./Specs.ts"

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

/** The schemas of all request bodies. */
export const requestSchemas = (apis: ReadonlyArray<Api>): ReadonlyArray<SchemaNode> =>
  apis.flatMap((api) => api.operations.flatMap((operation) => operation.body?.schema ?? []))

/**
 * Requests are decoded with unknown keys as errors, regardless of their schemas. An object in a request that isn't
 * closed in the specs would therefore be decoded more strictly than it is described.
 */
export const openRequestObjects = (
  apis: ReadonlyArray<Api>,
  components: ReadonlyMap<string, Component>
): ReadonlyArray<Finding> =>
  [...reachableFrom(requestSchemas(apis), components)].toSorted().flatMap((name): ReadonlyArray<Finding> => {
    const component = components.get(name)
    if (component === undefined || !hasOpenObject(component.schema)) return []
    const { document, pointer } = component
    const message = `${name} is part of a request, so its objects say additionalProperties: false`
    return [{ code: "open_request_object", document, pointer, message }]
  })

/** Whether a schema, without those that it refers to, has an object that takes keys that it doesn't name. */
export const hasOpenObject = (node: SchemaNode): boolean => {
  switch (node.kind) {
    case "object":
      return (
        node.rest === "ignored" ||
        node.rest === "open" ||
        (typeof node.rest === "object" && hasOpenObject(node.rest)) ||
        node.properties.some((property) => hasOpenObject(property.schema))
      )
    case "array":
      return hasOpenObject(node.items)
    case "union":
      return node.members.some(hasOpenObject)
    default:
      return false
  }
}

/**
 * The named schemas of `schemas.ts`. It omits those that no code can use: bodies of problems, which are classes of
 * `problems.ts`; rows of CSV files, of which code reads the columns; and those that only planned operations use.
 */
export const neededSchemas = ({ apis, columns, components, problems }: Specs): ReadonlySet<string> => {
  const operations = apis.flatMap((api) => api.operations)
  const bodies = [...problems.values()].flatMap(({ body }) => (body === undefined ? [] : [reference(body)]))
  const planned = operations.filter((operation) => operation.planned !== undefined).flatMap(schemasOf)
  const elsewhere = reachableFrom([...bodies, ...planned], components)
  const roots = [
    ...operations.filter((operation) => operation.planned === undefined).flatMap(schemasOf),
    ...[...problems.values()].flatMap(({ headers, members }) =>
      [...headers, ...members].map(({ schema }) => schema)
    ),
    ...[...components.keys()].filter((name) => !elsewhere.has(name) && !columns.has(name)).map(reference)
  ]
  return reachableFrom(roots, components)
}

const reference = (name: string): SchemaNode => ({ kind: "reference", name })

/** The schemas of an operation: of its parameters, its body and its answers. */
const schemasOf = (operation: Operation): ReadonlyArray<SchemaNode> => [
  ...[...operation.params, ...operation.query, ...operation.headers].map((field) => field.schema),
  ...(operation.body === undefined ? [] : [operation.body.schema]),
  ...operation.answers.flatMap((answer) => [
    ...answer.headers.map((header) => header.schema),
    ...(answer.content.kind === "json" ? [answer.content.schema] : [])
  ])
]

/** Adds to each finding in a named schema the operations that use it, because they would break. */
export const withOperations = (
  findings: ReadonlyArray<Finding>,
  apis: ReadonlyArray<Api>,
  components: ReadonlyMap<string, Component>
): ReadonlyArray<Finding> => {
  if (findings.length === 0) return findings
  const uses = apis.flatMap((api) =>
    api.operations.map((operation) => ({
      id: operation.id,
      names: reachableFrom(schemasOf(operation), components)
    }))
  )
  return findings.map((finding) => {
    const component = [...components.values()].find((each) => holds(each, finding))
    const operations = uses.filter((use) => component !== undefined && use.names.has(component.name))
    return operations.length === 0 ? finding : { ...finding, operations: operations.map((use) => use.id) }
  })
}

const holds = (component: Component, finding: Finding): boolean =>
  component.document === finding.document && `${finding.pointer}/`.startsWith(`${component.pointer}/`)
