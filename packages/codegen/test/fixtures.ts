import { bundle } from "../src/documents/bundle.ts"
import { fromRecord } from "../src/documents/Documents.ts"
import type { Finding } from "../src/findings.ts"
import { SpecError } from "../src/findings.ts"
import type { Component } from "../src/model/Schema.ts"
import { parseComponents } from "../src/parse/components.ts"
import { type Context, makeContext } from "../src/parse/Context.ts"

/** A context for one document given as YAML, with its components parsed. */
export const contextOf = (
  yaml: string
): {
  readonly context: Context
  readonly findings: Array<Finding>
  readonly components: Map<string, Component>
} => {
  const findings: Array<Finding> = []
  const components = new Map<string, Component>()
  const context = makeContext(
    bundle(fromRecord({ "api.yaml": yaml }), "api.yaml", "openapi"),
    findings,
    components
  )
  parseComponents(context, components)
  return { context, findings, components }
}

/** `code pointer` of each finding, the form of the expected values in tables. */
export const briefly = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map((finding) => `${finding.code} ${finding.pointer}`)

/** The findings that a function throws; none if it returns. */
export const findingsOf = async (run: () => unknown): Promise<ReadonlyArray<Finding>> => {
  try {
    await run()
    return []
  } catch (error) {
    if (error instanceof SpecError) return error.findings
    throw error
  }
}

/** A document with these schemas, as YAML lines below `components/schemas`. */
export const withSchemas = (schemas: string): string =>
  `components:\n  schemas:\n${schemas
    .trim()
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}\n`
