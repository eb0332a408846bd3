import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { type Bundle, readBundle } from "./bundles.ts"
import { changelogPage, readHistory } from "./changelog.ts"
import { checkPages } from "./catalogues/checks.ts"
import { errorsPage } from "./catalogues/errors.ts"
import { eventsPage, readEvents } from "./catalogues/events.ts"
import { filesPage } from "./catalogues/files.ts"
import { issueKindsPage } from "./catalogues/issueKinds.ts"
import { kitsPage, matrixPage } from "./catalogues/killMatrix.ts"
import { messagesPage, messagesTable, readMessages } from "./catalogues/messages.ts"
import { parityPage } from "./catalogues/parity.ts"
import { payrollPages, readPayrollFiles } from "./catalogues/payroll.ts"
import { decisionPages } from "./catalogues/decisions.ts"
import { requirementsPage } from "./catalogues/requirements.ts"
import { workflowsPage } from "./catalogues/workflows.ts"
import { readOperations, readWorkflows } from "./diagrams/Workflow.ts"
import { readInserts } from "./guideInserts.ts"
import { readGuides } from "./guides.ts"
import { kits } from "./kits.ts"
import type { Page } from "./Page.ts"
import { readDecisions } from "./readDecisions.ts"
import { readKillMatrix } from "./readKillMatrix.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const fieldCodesOf = ({ components }: Bundle) =>
  components.schemas["FieldError"]?.properties?.["code"]?.["x-extensible-enum"] ?? []

const figuresPage = async (): Promise<Page> => ({
  slug: "reference/figures",
  title: "What it survives, and how fast it is",
  description: "The last figures of chaos and bench, with their limits.",
  body: `
## Chaos

Processes are killed, cut off, flooded and misled; then an offline judge reads the logs.

${await readFile(here("figures/chaos.md"), "utf8")}

## Bench

Each figure is a ratio to something bare in the same run, or has a limit.

${await readFile(here("figures/bench.md"), "utf8")}

## Employer lists

Lists of a million employers, hashed, uploaded by OpenSSH's sftp; lookups in the lists of several funds.

${await readFile(here("figures/employer-list.md"), "utf8")}

## Fund simulator

Beside \`prism mock\` on the same document, in turns.

${await readFile(here("figures/fund-simulator.md"), "utf8")}
`
})

/** Every page: the guides, and the pages generated from the specs. */
export const allPages = async (): Promise<ReadonlyArray<Page>> => {
  const partnerApi = await readBundle("partner-api")
  const embedApi = await readBundle("embed-api")
  const workflows = await readWorkflows()
  const decisions = await readDecisions()
  const messages = await readMessages()
  const killMatrix = await readKillMatrix()
  const inserts = { "embed-messages": messagesTable(messages), ...(await readInserts()) }
  const guides = await readGuides(here("../guides"), inserts)
  return [
    ...guides,
    ...payrollPages(readPayrollFiles(), guides),
    errorsPage([partnerApi, embedApi], fieldCodesOf(partnerApi)),
    eventsPage(await readEvents()),
    messagesPage(messages),
    issueKindsPage,
    workflowsPage(workflows, await readOperations(workflows)),
    await filesPage(),
    ...kits.flatMap((kit) => checkPages(kit, decisions)),
    kitsPage(killMatrix),
    ...killMatrix.matrices.map((matrix) => matrixPage(matrix, killMatrix.measured)),
    parityPage(killMatrix.parity),
    requirementsPage(decisions),
    ...decisionPages(decisions),
    await figuresPage(),
    await changelogPage(readHistory())
  ]
}
