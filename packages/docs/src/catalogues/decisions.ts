import { withLinks } from "../citations.ts"
import type { Page } from "../Page.ts"
import type { Decision } from "../readDecisions.ts"

/** The subjects, in reading order. A folder that is missing here is an error. */
const SUBJECTS: Readonly<Record<string, string>> = {
  api: "The partner API",
  data: "Personal data and its formats",
  employers: "Employers and their issues",
  funds: "Super funds",
  onboarding: "Onboarding of employees",
  embeds: "Embeds",
  webhooks: "Products and webhooks",
  sandbox: "Sandbox and simulators",
  specs: "Specs and their changes",
  service: "The service as a program"
}

/** The address that explains an id, below the root of the docs. */
export const addressIn =
  (decisions: ReadonlyArray<Decision>, root: string) =>
  (id: string): string => {
    const decision = decisions.find((other) => other.id === id)
    return decision === undefined
      ? `${root}reference/requirements/#${id}`
      : `${root}decisions/${decision.group}/#${id}`
  }

const sectionOf = ({ body, date, id, title }: Decision, decisions: ReadonlyArray<Decision>): string => `
## ${title}

<span id="${id}">**${id}**</span>${date === undefined ? "" : `, ${date}`}

${withLinks(body, addressIn(decisions, "../../"))}`

const subjectPage = (group: string, subject: string, decisions: ReadonlyArray<Decision>): Page => ({
  slug: `decisions/${group}`,
  title: `Decisions: ${subject}`,
  description: `What was decided, why, and what was left: ${subject}.`,
  body: decisions
    .filter((decision) => decision.group === group)
    .map((decision) => sectionOf(decision, decisions))
    .join("\n\n")
})

const entryOf = ({ group, id, title }: Decision) => `- [${id}](${group}/#${id}): ${title}`

/** A page for each subject, with an anchor for each decision, and an index page of them all. */
export const decisionPages = (decisions: ReadonlyArray<Decision>): ReadonlyArray<Page> => {
  const stray = decisions.find(({ group }) => SUBJECTS[group] === undefined)
  if (stray !== undefined) throw new Error(`${stray.id} is in decisions/${stray.group}, an unknown subject.`)
  const subjects = Object.entries(SUBJECTS)
  return [
    {
      slug: "decisions",
      title: "Decisions",
      description:
        "Why things are as they are: every decision that the code, the specs and these pages cite.",
      body: `
What the service description leaves open was decided here. Comments, specs and pages cite a decision by its id, \`D-\` and a
name, and a sentence of the description by its [requirement](../reference/requirements/), \`R-\` and a number.

${subjects
  .map(([group, subject]) => {
    const entries = decisions.filter((decision) => decision.group === group).map(entryOf)
    return `## ${subject}\n\n${entries.join("\n")}`
  })
  .join("\n\n")}
`
    },
    ...subjects.map(([group, subject]) => subjectPage(group, subject, decisions))
  ]
}
