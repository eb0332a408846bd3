import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startProgram } from "../programs/ChildProgram.ts"
import { projectRoot } from "../projectRoot.ts"

const redocly = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js")

/** The workflows as people write them, and as they are published. */
export const written = join(projectRoot, "specs/workflows/onboarding.arazzo.yaml")
export const published = join(projectRoot, "packages/contracts/bundled/onboarding.arazzo.json")

interface ReportedStep {
  readonly stepId: string
  readonly checks: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
  }>
  /** Set on each try after which there was another. */
  readonly retriesLeft?: number
}

interface ReportedWorkflow {
  readonly workflowId: string
  readonly executedSteps: ReadonlyArray<ReportedStep | ReportedWorkflow>
}

interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: ReadonlyArray<ReportedWorkflow> }>>
}

/** What respect says of one workflow, steps of the workflows that it runs left out. */
export interface WorkflowRun {
  readonly workflow: string
  readonly steps: ReadonlyArray<string>
  /** `workflow.step: check: message` of all that failed, in the workflows that it runs, too. */
  readonly failures: ReadonlyArray<string>
}

const isWorkflow = (entry: ReportedStep | ReportedWorkflow): entry is ReportedWorkflow =>
  "executedSteps" in entry

const failuresOf = ({ executedSteps, workflowId }: ReportedWorkflow): ReadonlyArray<string> =>
  executedSteps.flatMap((entry) =>
    isWorkflow(entry)
      ? failuresOf(entry)
      : (entry.retriesLeft ?? 0) > 0
        ? []
        : entry.checks
            .filter(({ status }) => status !== "success")
            .map(({ message, name }) => `${workflowId}.${entry.stepId}: ${name}: ${message}`)
  )

const runOf = (workflow: ReportedWorkflow): WorkflowRun => ({
  workflow: workflow.workflowId,
  // A step that is tried again is in the report once for each try.
  steps: [...new Set(workflow.executedSteps.flatMap((entry) => (isWorkflow(entry) ? [] : [entry.stepId])))],
  failures: failuresOf(workflow)
})

export interface Run {
  readonly code: number | null
  /** What a person sees. */
  readonly printed: string
  readonly workflows: ReadonlyArray<WorkflowRun>
}

export interface RunOptions {
  readonly servers: Readonly<Record<string, string>>
  readonly inputs: Readonly<Record<string, string>>
  /** The certificate authority of the fund's simulator. */
  readonly caFile: string
  /** All of them unless told otherwise. */
  readonly workflows?: ReadonlyArray<string>
}

const flagsFor = (flag: string, values: Readonly<Record<string, string>>) => [flag, JSON.stringify(values)]

/** Has `redocly respect` run the workflows of a document, and reads its report. */
export const respect = async (document: string, options: RunOptions): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-respect-"))
  const report = join(folder, "report.json")
  const { code, stderr, stdout } = await startProgram(
    redocly,
    [
      ...["respect", document, "--json-output", report],
      ...flagsFor("--server", options.servers),
      ...flagsFor("--input", options.inputs),
      ...(options.workflows ?? []).flatMap((workflow) => ["--workflow", workflow])
    ],
    {
      NODE_EXTRA_CA_CERTS: options.caFile,
      NO_COLOR: "1",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
    }
  ).ended
  try {
    const { files }: Report = JSON.parse(readFileSync(report, "utf8"))
    const workflows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows.map(runOf))
    return { code, printed: stdout + stderr, workflows }
  } catch (error) {
    throw new Error(`respect left no report:\n${stdout}${stderr}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
