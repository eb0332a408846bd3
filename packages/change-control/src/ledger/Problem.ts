/** What can be wrong with the ledger, or with what it should tell. */
export type Rule =
  | "unreadable-entry"
  | "tampered-release"
  | "unannounced"
  | "class-too-low"
  | "no-migration"
  | "too-soon"
  | "version-not-raised"
  | "announces-nothing"
  | "not-yet-in-force"

/** One sentence of what is wrong, and one of how to mend it. */
export interface Problem {
  readonly rule: Rule
  readonly wrong: string
  readonly mend: string
}

/**
 * Before version 1.0 nothing is promised yet: the rest is computed and shown only (settled 11). These hold always: what
 * can't be read, and what was published and is no longer what it was.
 */
const always: ReadonlySet<Rule> = new Set<Rule>(["unreadable-entry", "tampered-release"])

/** Whether a problem stops the work, given what was released last. */
export const refuses = ({ rule }: Problem, bound: boolean): boolean => bound || always.has(rule)
