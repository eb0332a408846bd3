/**
 * `redocly respect`, which runs Arazzo documents: its command line and its report. Two programs run it: `pnpm scene` and
 * the tests of the workflows.
 *
 * The trap: a command line can be seen by every user of the machine, so inputs, which hold keys, travel in the
 * environment.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "./projectRoot.ts"

export const redocly = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js")

/** One check of an answer: the status, its media type, its schema, or a `successCriteria` of the step. */
export interface ReportedCheck {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly condition?: string
}

/** One attempt of a step. */
export interface ReportedStep {
  readonly stepId: string
  readonly checks: ReadonlyArray<ReportedCheck>
  readonly request?: { readonly method: string; readonly url: string }
  /** A `statusCode` of 0 means that no answer came. */
  readonly response?: { readonly statusCode: number; readonly body?: unknown }
  /** Set on each attempt that was followed by another. */
  readonly retriesLeft?: number
}

export interface ReportedWorkflow {
  readonly workflowId: string
  readonly executedSteps: ReadonlyArray<ReportedStep | ReportedWorkflow>
}

/** A workflow that a step ran. */
export const isWorkflow = (entry: ReportedStep | ReportedWorkflow): entry is ReportedWorkflow =>
  "executedSteps" in entry

export interface RespectCall {
  readonly documents: ReadonlyArray<string>
  /** The URL of each source. */
  readonly servers: Readonly<Record<string, string>>
  readonly inputs: Readonly<Record<string, string>>
  /** A file with the authorities to trust besides the system's; none if left out. */
  readonly caFile?: string | undefined
  /** All workflows by default. */
  readonly workflows?: ReadonlyArray<string> | undefined
  /** The file that it writes its report to. */
  readonly report: string
}

/** The arguments of `redocly`, and the variables that it needs besides the caller's own. */
export const respectCommand = ({
  caFile,
  documents,
  inputs,
  report,
  servers,
  workflows = []
}: RespectCall) => ({
  args: [
    ...["respect", ...documents, "--json-output", report, "--server", JSON.stringify(servers)],
    ...workflows.flatMap((workflow) => ["--workflow", workflow])
  ],
  env: {
    ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    NO_COLOR: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
  }
})

interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: ReadonlyArray<ReportedWorkflow> }>>
}

/** The workflows of all documents, in their order. Throws if there is no report: no workflow was run. */
export const readReport = (file: string): ReadonlyArray<ReportedWorkflow> => {
  const { files }: Report = JSON.parse(readFileSync(file, "utf8"))
  return Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
}
