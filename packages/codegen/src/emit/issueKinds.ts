import { banner } from "./code.ts"

/** The sentences of the catalogue, by the property of an issue that holds one of them. */
export const issueTexts = (catalogue: unknown): Readonly<Record<string, ReadonlyArray<string>>> => {
  if (catalogue === undefined) return {}
  const { actions, kinds } = catalogue as {
    readonly actions: Readonly<Record<string, string>>
    readonly kinds: Readonly<Record<string, { readonly title: string }>>
  }
  return { title: Object.values(kinds).map(({ title }) => title), label: Object.values(actions) }
}

/**
 * `issue-kinds.ts`: the catalogue of employer issues as constants. A kind that references a missing name doesn't
 * compile.
 */
export const emitIssueKinds = (catalogue: unknown): string => {
  const { actions, first_after_refusal, kinds, remedies } = catalogue as Readonly<Record<string, unknown>>
  const table = (value: unknown): string => JSON.stringify(value, null, 2)
  return `${banner("specs/catalogues/issue-kinds.yaml")}
/** The actions that can be taken on an issue, in words to show to the employer. */
export const issueActions = ${table(actions)} as const
export type IssueAction = keyof typeof issueActions

/** The action that helps most after a fund's refusal, by its reason. */
export const firstAfterRefusal = ${table(first_after_refusal)} as const satisfies Readonly<Record<string, IssueAction>>

/** The events that resolve an issue automatically, in words that follow "is resolved automatically when". */
export const issueRemedies = ${table(remedies)} as const
export type IssueRemedy = keyof typeof issueRemedies

interface KindOfIssue {
  readonly title: string
  /** The most useful first. */
  readonly actions: readonly [IssueAction, ...ReadonlyArray<IssueAction>]
  readonly concerns: "employee" | "employer"
  readonly resolved_by: IssueRemedy
}

/** Every kind of employer issue. */
export const issueKinds = ${table(kinds)} as const satisfies Readonly<Record<string, KindOfIssue>>
export type IssueKind = keyof typeof issueKinds
`
}
