import { reachableFrom } from "./references.ts"
import type { Component, SchemaNode } from "./Schema.ts"
import type { Specs } from "./Specs.ts"
import type { Api, Operation } from "./Api.ts"
import type { Finding } from "../findings.ts"

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
