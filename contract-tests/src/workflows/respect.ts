import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  isWorkflow,
  readReport,
  redocly,
  type ReportedWorkflow,
  type RespectCall,
  respectCommand
} from "@embedded-super/program/respect"
import { startProgram } from "@embedded-super/program/startProgram"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** The workflows in their source form and in their published form. */
export const written = join(projectRoot, "specs/workflows/onboarding.arazzo.yaml")
export const published = join(projectRoot, "packages/contracts/bundled/onboarding.arazzo.json")

/** The report of `respect` on one workflow, without the steps of the workflows that it runs. */
export interface WorkflowRun {
  readonly workflow: string
  readonly steps: ReadonlyArray<string>
  /** `workflow.step: check: message` of all failures, including those in the workflows that it runs. */
  readonly failures: ReadonlyArray<string>
}

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

export type RunOptions = Omit<RespectCall, "documents" | "report">

/** Runs the workflows of a document with `redocly respect`, and reads its report. */
export const respect = async (document: string, options: RunOptions): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-respect-"))
  const report = join(folder, "report.json")
  const { args, env } = respectCommand({ ...options, documents: [document], report })
  const { code, stderr, stdout } = await startProgram(redocly, args, env).ended
  try {
    return { code, printed: stdout + stderr, workflows: readReport(report).map(runOf) }
  } catch (error) {
    throw new Error(`respect left no report:\n${stdout}${stderr}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
