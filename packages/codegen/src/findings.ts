/**
 * The reasons that stop a generation. There are no warnings: any statement of a spec that the generated code can't
 * enforce is a finding, and with one finding no file is written.
 */
export type FindingCode =
  | "allof_member_not_object"
  | "bad_pattern"
  | "check_out_of_place"
  | "component_conflict"
  | "default_out_of_place"
  | "duplicate_operation"
  | "format_without_pattern"
  | "invalid_document"
  | "missing_principal"
  | "open_request_object"
  | "path_without_tag"
  | "problem_codes"
  | "problem_shape"
  | "recursive_schema"
  | "requirement_shape"
  | "redacted_out_of_place"
  | "ref_not_found"
  | "ref_not_to_component"
  | "ref_with_siblings"
  | "unknown_check"
  | "unknown_field_code"
  | "unsupported_answer"
  | "unsupported_body"
  | "unsupported_event"
  | "unsupported_field"
  | "unsupported_keyword"
  | "unsupported_media_type"
  | "unsupported_message"
  | "unsupported_operation"
  | "unsupported_parameter"
  | "unsupported_security"
  | "unsupported_type"

/** One finding: a stable code, the document (relative to `specs/`) and the JSON pointer in it. */
export interface Finding {
  readonly code: FindingCode
  readonly document: string
  readonly pointer: string
  readonly message: string
  /** The operations that use the faulty part, if they are known. */
  readonly operations?: ReadonlyArray<string>
}

/** Thrown once at the end of a stage, with all of its findings. */
export class SpecError extends Error {
  readonly findings: ReadonlyArray<Finding>
  constructor(findings: ReadonlyArray<Finding>) {
    super(findings.map(formatFinding).join("\n"))
    this.name = "SpecError"
    this.findings = findings
  }
}

/** `document#pointer code: message`, one line, so that editors can jump to it. */
const formatFinding = (finding: Finding): string =>
  `${finding.document}#${finding.pointer} ${finding.code}: ${finding.message}${
    finding.operations === undefined ? "" : ` (${finding.operations.join(", ")})`
  }`

/** Prints the findings of a SpecError and what follows from them; throws any other error. */
export const reportFindings = (error: unknown, consequence: string): void => {
  if (!(error instanceof SpecError)) throw error
  process.stderr.write(error.findings.map((finding) => `specs/${formatFinding(finding)}\n`).join(""))
  process.stderr.write(`${error.findings.length} findings; ${consequence}\n`)
}
