/** The lengths of a filter's `&&` chains on each level, the innermost parentheses first. */
export const chainsOf = (filter: string): ReadonlyArray<number> => {
  const inner = /[([]([^()[\]]*)[)\]]/.exec(filter)
  if (inner === null) return [filter.split("&&").length]
  return [(inner[1] ?? "").split("&&").length, ...chainsOf(filter.replace(inner[0], "…"))]
}

export interface Workflow {
  readonly workflowId: string
  readonly steps: ReadonlyArray<{
    readonly stepId: string
    readonly description?: string
    readonly operationId?: string
    readonly successCriteria?: ReadonlyArray<{ readonly type?: string; readonly condition: string }>
  }>
}

/** The JSONPath filters of all steps. */
export const filtersOf = (workflows: ReadonlyArray<Workflow>): ReadonlyArray<string> =>
  workflows
    .flatMap(({ steps }) => steps)
    .flatMap(({ successCriteria = [] }) => successCriteria)
    .filter(({ type }) => type === "jsonpath")
    .map(({ condition }) => condition)

/** The steps that call an operation; a step that runs another workflow is reported as that workflow. */
export const calling = ({ steps }: Workflow): ReadonlyArray<string> =>
  steps.filter(({ operationId }) => operationId !== undefined).map(({ stepId }) => stepId)
