/** One testable sentence of the description. */
export interface Requirement {
  readonly id: string
  readonly section: string
  readonly row?: string
  readonly level: "MUST" | "SHOULD"
  readonly text: string
  readonly due?: string
  readonly proof?: ReadonlyArray<string>
}
