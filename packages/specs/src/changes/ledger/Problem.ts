/** The kinds of mistake in the ledger, or in a change that it should announce. */
export type Rule =
  | "unreadable-entry"
  | "tampered-release"
  | "unannounced"
  | "announced-twice"
  | "announces-nothing"
  | "class-too-low"
  | "no-migration"
  | "too-soon"
  | "version-not-raised"
  | "not-yet-in-force"

/** One sentence of what is wrong, and one of how to correct it. */
export interface Problem {
  readonly rule: Rule
  readonly wrong: string
  readonly fix: string
}

/**
 * Before version 1.0 nothing is promised: class, notice and changes without an entry are only shown. These are refused at
 * any version: a file that can't be read, a release that was changed, and an entry that announces what the specs don't
 * have, because readers see it from the day on which it is published.
 */
const always: ReadonlySet<Rule> = new Set<Rule>(["unreadable-entry", "tampered-release", "announces-nothing"])

/** Whether a problem stops the work, given what was released last. */
export const refuses = ({ rule }: Problem, bound: boolean): boolean => bound || always.has(rule)
