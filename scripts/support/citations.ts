import { citedIn } from "@embedded-super/docs/citations"
import type { Requirement } from "./requirements.ts"

/** A text file of the project, by its path from the root. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/**
 * The ids that may be cited: each requirement, each section of them (`R-2.1` is all of section 2.1), and each decision.
 */
export const citable = (
  requirements: ReadonlyArray<Pick<Requirement, "id">>,
  decisions: ReadonlyArray<{ readonly id: string }>
): ReadonlySet<string> =>
  new Set([
    ...requirements.flatMap(({ id }) => [id, id.replace(/-[0-9]+$/, "")]),
    ...decisions.map(({ id }) => id)
  ])

/** Citations of ids that don't exist, each as `file:line` and the fault. */
export const deadCitations = (files: ReadonlyArray<TextFile>, known: ReadonlySet<string>) =>
  files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) =>
      citedIn(line)
        .filter((id) => !known.has(id))
        .map((id) => `${path}:${index + 1} cites ${id}, which doesn't exist`)
    )
  )

/** Sections and numbers of papers that aren't in this repository. */
const foreign =
  /\b(?:settled|domain|reliability|description|embeds|kits)(?:\.md|'s)? (?:section )?\d|\bsections? \d[\d.]*(?:(?:,| and|,? to) \d[\d.]*)* of the description\b/i

/** Citations that a reader can't open, also if a comment line breaks within one; each as `file:line` and its text. */
export const foreignCitations = (files: ReadonlyArray<TextFile>) =>
  files.flatMap(({ path, text }) => {
    const lines = text.split("\n")
    return lines.flatMap((line, index) => {
      const next = (lines[index + 1] ?? "").replace(/^\s*(?:\*|\/\/|#)?\s*/, "")
      const found = foreign.exec(`${line} ${next}`)
      return found === null || found.index > line.length
        ? []
        : [`${path}:${index + 1} cites what isn't here: ${found[0]}`]
    })
  })
