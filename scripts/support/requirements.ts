import { citedIn } from "@embedded-super/docs/citations"
import { parse } from "yaml"

/** A testable sentence of the description, from specs/requirements.yaml. */
export interface Requirement {
  readonly id: string
  readonly section: string
  /** The row of the section's table that it belongs to, if the section has a table of rules: 3 and 6. */
  readonly row?: string
  readonly level: "MUST" | "SHOULD"
  readonly text: string
  /** The complete list of test files that cite the id. */
  readonly proof?: ReadonlyArray<string>
  /** The milestone that brings the proof. */
  readonly due?: string
  /** Why a MUST is proven by evidence alone, and by no test of the gate. */
  readonly evidence?: string
}

/** The requirements as the file has them, with what its ids and defaults leave out. */
export const readRequirements = (text: string): ReadonlyArray<Requirement> =>
  (parse(text) as ReadonlyArray<{ readonly id: string }>).map((entry) => ({
    section: entry.id.replace(/^R-|-[0-9]+$/g, ""),
    level: "MUST",
    text: "",
    ...entry
  }))

/** A test that names a requirement in its title. */
export interface Citation {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly passed: boolean
}

interface Row {
  readonly requirement: Requirement
  readonly state: string
  /** The tests that cite it and passed. */
  readonly proofs: ReadonlyArray<Citation>
}

/** The proofs of `test:long`: those that its last run made, and those that its files cite. */
export interface LongProofs {
  /** The day of the last evidence; none if there is none. */
  readonly day: string | undefined
  /** The files that proved a requirement in the last evidence. */
  readonly proven: (id: string) => ReadonlyArray<string>
  /** Whether a file is run by `test:long`, exists, and cites a requirement. */
  readonly cites: (file: string, id: string) => boolean
}

export interface Judgement {
  readonly rows: ReadonlyArray<Row>
  /** Sentences about missing proofs; empty if every MUST is proven or due. */
  readonly gaps: ReadonlyArray<string>
}

/** Compares the requirements with the tests of the gate, and with the last evidence. */
export const judgeRequirements = (
  requirements: ReadonlyArray<Requirement>,
  citations: ReadonlyArray<Citation>,
  long: LongProofs
): Judgement => {
  const known = new Set(requirements.map((requirement) => requirement.id))
  const gaps = [...new Set(citations.map((citation) => citation.id))]
    .filter((id) => !known.has(id))
    .map((id) => `a test cites ${id}, which specs/requirements.yaml does not hold`)
  const rows = requirements.map((requirement): Row => {
    const { due, evidence, id, level, proof = [] } = requirement
    const cited = citations.filter((citation) => citation.id === id)
    const passed = cited.filter((citation) => citation.passed)
    const later = proof.filter((file) => long.cites(file, id))
    for (const file of proof) {
      if (!later.includes(file) && !cited.some((citation) => citation.file === file)) {
        gaps.push(`${id} names ${file} as its proof, but no test there cites it`)
      }
    }
    for (const file of new Set(cited.map((citation) => citation.file))) {
      if (!proof.includes(file)) gaps.push(`${id} is cited by ${file}, which it doesn't name as its proof`)
    }
    if (cited.length > passed.length) gaps.push(`${id}: a test that cites it did not pass`)
    if (due !== undefined) return { requirement, proofs: passed, state: `due ${due}` }
    if (cited.length > 0) return { requirement, proofs: passed, state: `${passed.length} tests` }
    const byEvidence = later.filter((file) => long.proven(id).includes(file))
    if (level === "MUST") gaps.push(...unproven(requirement, later, byEvidence))
    const state = byEvidence.length > 0 ? `evidence of ${long.day}` : "no proof"
    return { requirement, proofs: [], state: evidence === undefined ? state : `${state}: ${evidence}` }
  })
  return { rows, gaps }
}

/** The proofs that are missing of a MUST that no test of the gate proves. */
const unproven = (
  { evidence, id }: Requirement,
  later: ReadonlyArray<string>,
  byEvidence: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (later.length === 0) return [`${id} is a MUST with neither a proof nor a due milestone`]
  if (evidence === undefined)
    return [
      `${id} is a MUST that only ${later.join(", ")} proves: prove it in the gate, or say in its \`evidence\` why that takes minutes`
    ]
  return byEvidence.length > 0
    ? []
    : [`${id} is proven by evidence alone, and the last doesn't prove it: run test:long`]
}

/** The table of the test output: one line for each requirement. */
export const requirementTable = ({ rows }: Judgement): string => {
  const lines = rows.map(
    ({ requirement, state }) =>
      `${requirement.id.padEnd(10)} ${requirement.level.padEnd(6)} ${state.padEnd(9)}  ${shorten(requirement.text)}`
  )
  const proven = rows.filter(({ requirement, proofs }) => requirement.due === undefined && proofs.length > 0)
  const evident = rows.filter(({ state }) => state.startsWith("evidence"))
  const open = rows.length - proven.length - evident.length
  return [
    "",
    `Requirements of the description: ${proven.length} proven, ${evident.length} by evidence alone, ${open} due or open`,
    ...lines,
    ""
  ].join("\n")
}

/** Each row of the description's tables of states and of events: its facts, and the tests that prove each. */
export const rowTable = ({ rows }: Judgement): string => {
  const inRows = rows.filter(({ requirement }) => requirement.row !== undefined)
  const nameOf = ({ requirement }: Row) => `Section ${requirement.section}, ${requirement.row}`
  const facts = ({ requirement, state, proofs }: Row) => [
    `  ${requirement.id.padEnd(7)} ${shorten(requirement.text)}`,
    ...(proofs.length === 0 ? [`          ${state}`] : proofs.map(proof))
  ]
  const lines = inRows.flatMap((row, index) => {
    const previous = inRows[index - 1]
    const heading = previous !== undefined && nameOf(previous) === nameOf(row) ? [] : ["", nameOf(row)]
    return [...heading, ...facts(row)]
  })
  return ["States and events of the description, row by row", ...lines, ""].join("\n")
}

const proof = ({ file, title }: Citation) =>
  `          ${file.split("/").at(-1)}: ${shorten(title.replaceAll(/\s*\[R-[^\]]*\]/g, ""))}`

const shorten = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text)

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
