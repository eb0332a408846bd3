import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startProgram } from "../programs/ChildProgram.ts"
import { projectRoot } from "../projectRoot.ts"

const redocly = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js")

/** The workflows in their source form and in their published form. */
export const written = join(projectRoot, "specs/workflows/onboarding.arazzo.yaml")
export const published = join(projectRoot, "packages/contracts/bundled/onboarding.arazzo.json")

interface ReportedStep {
  readonly stepId: string
  readonly checks: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
  }>
  /** Set on each attempt that was followed by another. */
  readonly retriesLeft?: number
}

interface ReportedWorkflow {
  readonly workflowId: string
  readonly executedSteps: ReadonlyArray<ReportedStep | ReportedWorkflow>
}

interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: ReadonlyArray<ReportedWorkflow> }>>
}

/** The report of `respect` on one workflow, without the steps of the workflows that it runs. */
export interface WorkflowRun {
  readonly workflow: string
  readonly steps: ReadonlyArray<string>
  /** `workflow.step: check: message` of all failures, including those in the workflows that it runs. */
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
  // A retried step is in the report once for each attempt.
  steps: [...new Set(workflow.executedSteps.flatMap((entry) => (isWorkflow(entry) ? [] : [entry.stepId])))],
  failures: failuresOf(workflow)
})

export interface Run {
  readonly code: number | null
  /** The console output. */
  readonly printed: string
  readonly workflows: ReadonlyArray<WorkflowRun>
}

export interface RunOptions {
  readonly servers: Readonly<Record<string, string>>
  readonly inputs: Readonly<Record<string, string>>
  /** The certificate authority of the fund simulator. */
  readonly caFile: string
  /** All workflows by default. */
  readonly workflows?: ReadonlyArray<string>
}

const flagsFor = (flag: string, values: Readonly<Record<string, string>>) => [flag, JSON.stringify(values)]

/** Runs the workflows of a document with `redocly respect`, and reads its report. */
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
