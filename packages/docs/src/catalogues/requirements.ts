import { requirements } from "@embedded-super/contracts/requirements"
import { citedIn, withLinks } from "../citations.ts"
import { type Page, table } from "../Page.ts"
import type { Decision } from "../readDecisions.ts"
import { addressIn } from "./decisions.ts"

const entries = Object.entries(requirements)

/** The titles of the description's sections. */
const TITLES: Readonly<Record<string, string>> = {
  "1": "What the service does",
  "2.1": "Webhook payload",
  "2.2": "Employer issue",
  "2.3": "Member registration request",
  "2.4": "Member registration response",
  "2.5": "Employer lookup",
  "2.6": "Pre-shared employer list",
  "2.7": "Employer details collected at confirmation",
  "3": "States and transitions",
  "4.1": "Service operations referenced by webhooks",
  "4.2": "Operations the fund exposes",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versioning"
}

const titleOf = (section: string): string => {
  const title = TITLES[section]
  if (title === undefined) throw new Error(`Section ${section} of the requirements has no title in the docs.`)
  return title
}

const proofOf = ({ due, proof }: (typeof entries)[number][1]): string =>
  proof === undefined ? `due: ${due}` : proof.map((file) => `\`${file}\``).join(", ")

/** Each testable sentence of the service description, the decisions that cite it, and the tests that prove it. */
export const requirementsPage = (decisions: ReadonlyArray<Decision>): Page => {
  const sections = [...new Set(entries.map(([, { section }]) => section))]
  const proven = entries.filter(([, { proof }]) => proof !== undefined).length
  const citing = (id: string) =>
    decisions.filter(({ body }) => citedIn(body).includes(id)).map((decision) => decision.id)
  const sentence = (id: string, text: string) =>
    [text, ...citing(id).map((decision) => withLinks(decision, addressIn(decisions, "../../")))].join(" ")
  return {
    slug: "reference/requirements",
    title: "Requirements and their proof",
    description: "Every testable sentence of the service description, and the tests that prove it.",
    body: `
The service description is the customer's text, and isn't published. These are all of its testable sentences, one fact each.
Code, specs and pages cite them by their ids; \`R-2.1\` alone is all of section 2.1. What the description leaves open is in the
[decisions](../../decisions/), which are named beside the sentence.

${proven} of ${entries.length} are proven by tests that run before each release; the others say when they are due.

${sections
  .map((section) => {
    const rows = entries
      .filter(([, entry]) => entry.section === section)
      .map(([id, entry]) => [
        `<span id="${id}">${id}</span>`,
        entry.level,
        sentence(id, entry.text),
        proofOf(entry)
      ])
    return `<span id="R-${section}"></span>\n\n## Section ${section}: ${titleOf(section)}\n\n${table(["Id", "Level", "Sentence", "Proof"], rows)}`
  })
  .join("\n\n")}
`
  }
}
