/** A guard that is removed, as an edit of the source, and the tests that must fail then. */
export interface Mutant {
  /** What is broken, as a sentence. */
  readonly guard: string
  /** Below `packages/service/src`. */
  readonly file: string
  /** Appears in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** Test files below `packages/service/src`; one of them must go red. */
  readonly tests: ReadonlyArray<string>
  /** Among those that are tried in every test run. */
  readonly sample?: true
}
