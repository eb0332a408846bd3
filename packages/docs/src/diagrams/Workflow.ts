import { workflowsFile } from "@embedded-super/specs"
import { readFile } from "node:fs/promises"
import { readApi } from "../reference/Document.ts"

/** A condition on the answer to a step. */
export interface Criterion {
  readonly type?: string
  readonly condition: string
}

export interface Step {
  readonly stepId: string
  readonly description: string
  /** `$sourceDescriptions.<document>.<operation>`; a step that runs another workflow has none. */
  readonly operationId?: string
  readonly workflowId?: string
  readonly successCriteria?: ReadonlyArray<Criterion>
}

export interface Workflow {
  readonly workflowId: string
  readonly summary: string
  readonly description: string
  readonly steps: ReadonlyArray<Step>
}

/** The part of an Arazzo document that its diagrams show. */
export interface Workflows {
  readonly sourceDescriptions: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly workflows: ReadonlyArray<Workflow>
}

/** An operation that a step calls. */
export interface Called {
  readonly summary: string
  readonly method: string
  readonly path: string
}

/** The operations that steps call, by the step's `operationId`. */
export type Operations = ReadonlyMap<string, Called>

export const readWorkflows = async (): Promise<Workflows> => JSON.parse(await readFile(workflowsFile, "utf8"))

const documents = ["partner-api", "embed-api", "simulator-api"] as const

/**
 * The operations that the steps of a document may call: each operation once for each name of its API in the document.
 */
export const readOperations = ({ sourceDescriptions }: Workflows): Operations => {
  const called = new Map<string, Called>()
  for (const document of documents) {
    const names = sourceDescriptions.filter(({ url }) => url.endsWith(`/${document}.json`))
    for (const { method, operationId, path, summary } of readApi(document).operations)
      for (const { name } of names)
        called.set(`$sourceDescriptions.${name}.${operationId}`, { summary, method, path })
  }
  return called
}
