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
}

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
  /** The files of `test:long` that cite it, if only `test` is judged. */
  readonly later: ReadonlyArray<string>
}

export interface Judgement {
  readonly rows: ReadonlyArray<Row>
  /** Sentences about missing proofs; empty if every MUST is proven or due. */
  readonly gaps: ReadonlyArray<string>
}

/**
 * Compares the requirements with the tests that ran. `isLater` returns whether a file cites an id, and isn't part of
 * this run.
 */
export const judgeRequirements = (
  requirements: ReadonlyArray<Requirement>,
  citations: ReadonlyArray<Citation>,
  isLater: (file: string, id: string) => boolean = () => false
): Judgement => {
  const known = new Set(requirements.map((requirement) => requirement.id))
  const gaps = [...new Set(citations.map((citation) => citation.id))]
    .filter((id) => !known.has(id))
    .map((id) => `a test cites ${id}, which specs/requirements.yaml does not hold`)
  const rows = requirements.map((requirement): Row => {
    const cited = citations.filter((citation) => citation.id === requirement.id)
    const passed = cited.filter((citation) => citation.passed)
    const absent = (requirement.proof ?? []).filter(
      (file) => !cited.some((citation) => citation.file === file)
    )
    const later = absent.filter((file) => isLater(file, requirement.id))
    for (const file of absent) {
      if (!later.includes(file)) {
        gaps.push(`${requirement.id} names ${file} as its proof, but no test there cites it`)
      }
    }
    for (const file of new Set(cited.map((citation) => citation.file))) {
      if (!(requirement.proof ?? []).includes(file)) {
        gaps.push(`${requirement.id} is cited by ${file}, which it doesn't name as its proof`)
      }
    }
    if (cited.length > passed.length) gaps.push(`${requirement.id}: a test that cites it did not pass`)
    const row = { requirement, proofs: passed, later }
    if (requirement.due !== undefined) return { ...row, state: `due ${requirement.due}` }
    if ((requirement.proof ?? []).length === 0 && requirement.level === "MUST") {
      gaps.push(`${requirement.id} is a MUST with neither a proof nor a due milestone`)
    }
    return { ...row, state: stateOf(passed, later) }
  })
  return { rows, gaps }
}

const stateOf = (passed: ReadonlyArray<Citation>, later: ReadonlyArray<string>): string => {
  if (passed.length > 0) return `${passed.length} tests`
  return later.length > 0 ? LONG : "no proof"
}

/** The state of requirements that only `test:long` proves. */
const LONG = "long"

/**
 * The table of the test output: one line for each requirement. If both runs are judged, `isLong` identifies the files
 * of `test:long`, and requirements that only they prove are marked.
 */
export const requirementTable = (
  judgement: Judgement,
  isLong: (file: string) => boolean = () => false
): string => {
  const rows = judgement.rows.map((row) => {
    const onlyLong = row.proofs.length > 0 && row.proofs.every(({ file }) => isLong(file))
    return onlyLong ? { ...row, state: `${row.state} (${LONG})` } : row
  })
  const width = Math.max(...rows.map((row) => row.state.length), 5)
  const lines = rows.map(
    ({ requirement, state }) =>
      `${requirement.id.padEnd(10)} ${requirement.level.padEnd(6)} ${state.padEnd(width)}  ${shorten(requirement.text)}`
  )
  const proven = rows.filter(
    ({ requirement, proofs }) => requirement.due === undefined && proofs.length > 0
  ).length
  const later = rows.filter(({ state }) => state === LONG).length
  const open = rows.length - proven - later
  return [
    "",
    `Requirements of the description: ${proven} proven, ${later === 0 ? "" : `${later} by test:long, `}${open} due or open`,
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
