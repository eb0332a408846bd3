import type { Finding } from "../findings.ts"
import type { Api } from "./Api.ts"
import { schemasOf } from "./needed.ts"
import { reachableFrom } from "./references.ts"
import type { Component } from "./Schema.ts"

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
