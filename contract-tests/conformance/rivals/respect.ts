/** Redocly Respect with a workflow that a careful engineer writes by hand (fund.arazzo.yaml). */
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  isWorkflow,
  readReport,
  redocly,
  type ReportedWorkflow,
  respectCommand
} from "../../../scripts/support/respect.ts"
import { startProgram } from "@embedded-super/program/startProgram"
import { moduleVersion } from "./programs.ts"
import type { StartedFund, Tool } from "./Rival.ts"

const workflow = readFileSync(new URL("fund.arazzo.yaml", import.meta.url), "utf8")

const adapted = ({ description, header, url, usi }: StartedFund): string =>
  workflow
    .replaceAll("FUND/", `${url}/`)
    .replaceAll("DESCRIPTION", description)
    .replaceAll(`"USI"`, `"${usi}"`)
    .replaceAll("X-Auth-Key", header?.name ?? "X-Auth-Key")

const complaintsIn = ({ executedSteps, workflowId }: ReportedWorkflow): ReadonlyArray<string> =>
  executedSteps.flatMap((entry) =>
    isWorkflow(entry)
      ? complaintsIn(entry)
      : entry.checks
          .filter(({ status }) => status !== "success")
          .map(({ condition, name }) => `${workflowId}, ${entry.stepId}: ${name} ${condition ?? ""}`.trim())
  )

/** Runs workflows with a limit for each answer, in milliseconds. */
const ran = async (
  { caFile, certificateFile, folder, header, url }: StartedFund,
  document: string,
  workflows: ReadonlyArray<string>,
  limit: number
): Promise<ReadonlyArray<string>> => {
  const report = join(folder, "report.json")
  const { args, env } = respectCommand({
    documents: [document],
    servers: { fund: url },
    inputs: { key: header?.value ?? "none" },
    caFile,
    workflows,
    report
  })
  const mutual = { clientCert: certificateFile, clientKey: certificateFile, caCert: caFile }
  const more = certificateFile === undefined ? [] : ["--mtls", JSON.stringify({ [url]: mutual })]
  const all = [...args, ...more, "--max-fetch-timeout", `${limit}`]
  const { stderr, stdout } = await startProgram(redocly, all, env).ended
  try {
    return readReport(report).flatMap(complaintsIn)
  } catch (error) {
    throw new Error(`respect left no report:\n${stdout}${stderr}`, { cause: error })
  } finally {
    rmSync(report, { force: true })
  }
}

/** The description's limit of a lookup, and a patience for all else, in milliseconds. */
const LOOKUP_LIMIT = 2500
const LIMIT = 15_000

export const respect: Tool = {
  name: "Redocly Respect",
  method:
    "`redocly respect` with a workflow of 27 steps, written by hand: matches, near misses, a former employer, registrations with and without optional fields, repeats, refusals, wrong keys, a wrong media type. A failed check of a step is a complaint; a workflow ends with its first one.",
  version: async () => moduleVersion(new URL(`file://${redocly}`).href),
  cannot: ({ flow }) => (flow === "jwt" ? "Each call needs a token that is signed for it." : undefined),
  judge: async (fund) => {
    const document = join(fund.folder, "fund.arazzo.yaml")
    writeFileSync(document, adapted(fund))
    const others = [
      ...fund.offers.filter((name) => name !== "lookup"),
      ...(fund.header === undefined ? [] : ["strangers"])
    ]
    const lookups = fund.offers.includes("lookup") ? await ran(fund, document, ["lookup"], LOOKUP_LIMIT) : []
    return { complaints: [...lookups, ...(await ran(fund, document, others, LIMIT))] }
  }
}
