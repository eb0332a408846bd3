import { fileURLToPath } from "node:url"
import { changelogPage, readHistory } from "./changelog.ts"
import { checkPages } from "./catalogues/checks.ts"
import { errorCodes, errorsPage } from "./catalogues/errors.ts"
import { eventsPage, readEvents } from "./catalogues/events.ts"
import { figuresPage } from "./catalogues/figures.ts"
import { filesPage } from "./catalogues/files.ts"
import { issueKindsPage } from "./catalogues/issueKinds.ts"
import { messagesPage, messagesTable, readMessages } from "./catalogues/messages.ts"
import { payrollPages, readPayrollFiles } from "./catalogues/payroll.ts"
import { decisionPages } from "./catalogues/decisions.ts"
import { requirementsPage } from "./catalogues/requirements.ts"
import { workflowsPage } from "./catalogues/workflows.ts"
import { readOperations, readWorkflows } from "./diagrams/Workflow.ts"
import { partiesPicture } from "./diagrams/parties.ts"
import { glossaryPage, withGlossaryLinks } from "./glossary.ts"
import { readGuides, readInserts } from "./guides.ts"
import { ofInstance, readInstance } from "./instance.ts"
import { kits } from "./kits.ts"
import type { Page } from "./Page.ts"
import { readDecisions } from "./readDecisions.ts"
import { readApi, readSharedAnswers } from "./reference/Document.ts"
import { ownCodes, ownErrorsSlug } from "./reference/ownErrors.ts"
import { referenceAddress, withReferenceLinks } from "./referenceLinks.ts"
import { checkWords } from "./vocabulary.ts"
import { readReferences, referencePages } from "./reference/references.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Every page: the guides, and the pages generated from the specs. */
export const allPages = async (): Promise<ReadonlyArray<Page>> => {
  const workflows = await readWorkflows()
  const decisions = await readDecisions()
  const messages = await readMessages()
  const events = readEvents()
  const references = readReferences()
  const errors = errorCodes(readApi("partner-api"), readApi("embed-api"), readSharedAnswers())
  const addressOf = referenceAddress(
    references.map(({ api }) => api),
    events.map(({ event }) => event),
    errors.map(({ code }) => code)
  )
  /** Pages for funds speak of the errors that a fund answers. */
  const own = references.filter(({ areErrorsOwn }) => areErrorsOwn)
  const ofReaders = ({ slug }: Page) =>
    own.find(
      ({ api, readers }) => slug.startsWith(`${readers}/`) || slug.startsWith(`reference/${api.name}/`)
    )?.api
  const addressOn = (page: Page) => {
    const api = ofReaders(page)
    const codes = api === undefined ? new Set() : ownCodes(api)
    return (name: string) =>
      api !== undefined && codes.has(name) ? `${ownErrorsSlug(api.name)}/#${name}` : addressOf(name)
  }
  const inserts = {
    "embed-messages": messagesTable(messages),
    parties: partiesPicture(events.length),
    ...(await readInserts())
  }
  const guides = await readGuides(here("../guides"), inserts)
  const pages = [
    ...guides,
    ...referencePages(references, guides, (code) =>
      errors.some((error) => error.code === code) ? `errors/#${code}` : undefined
    ),
    ...payrollPages(readPayrollFiles(), guides),
    errorsPage(readApi("partner-api"), readApi("embed-api"), readSharedAnswers()),
    eventsPage(events),
    glossaryPage,
    messagesPage(messages),
    issueKindsPage,
    workflowsPage(workflows, readOperations(workflows)),
    filesPage(),
    ...kits.flatMap((kit) => checkPages(kit, decisions)),
    requirementsPage(decisions),
    ...decisionPages(decisions),
    await figuresPage(),
    await changelogPage(readHistory())
  ]
    .map(withGlossaryLinks)
    .map((page) => withReferenceLinks(addressOn(page))(page))
  checkWords(pages)
  return ofInstance(pages, readInstance())
}
