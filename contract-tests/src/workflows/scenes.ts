/** The scenes of the folder `scenes`, and the one in the guide, as text and read. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { blocksOf } from "../guides/blocks.ts"

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

export const sceneNames = [
  "breaker",
  "failing-fund",
  "late-membership",
  "lost-answer",
  "secret-rotation",
  "stale-list"
]
const textOf = (name: string) => readFileSync(join(projectRoot, "scenes", `${name}.arazzo.yaml`), "utf8")

const guide = readFileSync(join(projectRoot, "packages/docs/guides/developers/scenes.md"), "utf8")

/** The scene in the guide. */
export const sample = blocksOf(guide).find(({ language }) => language === "yaml")?.text ?? ""

export interface Scene {
  readonly info: { readonly title: string }
  readonly workflows: readonly [Workflow]
}

/** Those of the folder in the order of their names, then the guide's. */
export const scenes = [...sceneNames.map(textOf), sample].map((text): Scene => parse(text))
