import { requirements } from "@embedded-super/contracts/requirements"
import type { Page } from "../Page.ts"
import { table } from "../table.ts"

const entries = Object.entries(requirements)

const proofOf = ({ due, proof }: (typeof entries)[number][1]): string =>
  proof === undefined ? `due: ${due}` : proof.map((file) => `\`${file}\``).join(", ")

/** Each testable sentence of the service description, and the tests that prove it. */
export const requirementsPage = (): Page => {
  const sections = [...new Set(entries.map(([, { section }]) => section))]
  const proven = entries.filter(([, { proof }]) => proof !== undefined).length
  return {
    slug: "reference/requirements",
    title: "Requirements and their proof",
    description: "Every testable sentence of the service description, and the tests that prove it.",
    body: `
${proven} of ${entries.length} are proven by tests that run before each release; the others say when they are due.

${sections
  .map((section) => {
    const rows = entries
      .filter(([, entry]) => entry.section === section)
      .map(([id, entry]) => [id, entry.level, entry.text, proofOf(entry)])
    return `## Section ${section}\n\n${table(["Id", "Level", "Sentence", "Proof"], rows)}`
  })
  .join("\n\n")}
`
  }
}
