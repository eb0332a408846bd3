import { banner, key, list, object, quote } from "./code.ts"
import type { EmbedMessage, Requirement, Specs } from "../model/Specs.ts"
import { objectOf, textOf } from "../documents/json.ts"
import type { Bundle } from "../documents/bundle.ts"

/**
 * `fund-files.ts`: the columns of each CSV file, by the schema of its row. A reader or writer that misses one doesn't
 * compile.
 */
export const emitFundFiles = (columns: ReadonlyMap<string, ReadonlyArray<string>>): string => {
  const rows = [...columns].map(([name, names]) => `${key(name)}: ${list(names.map(quote))}`)
  return `${banner("specs/fund-files")}
/** The columns of the files that the service and funds exchange, in their order. */
export const fundFileColumns = ${object(rows)} as const
/** A column of the file whose rows are of this schema. */
export type FundFileColumn<Row extends keyof typeof fundFileColumns> = (typeof fundFileColumns)[Row][number]
`
}

/** `member-fields.ts`: the defaults for the fields of a registration that a fund doesn't name. */
export const emitMemberFields = (fields: ReadonlyMap<string, string>): string => {
  const rows = [...fields].map(([name, requirement]) => `${key(name)}: ${quote(requirement)}`)
  return `${banner("x-member-field in specs/schemas")}
/**
 * Every field of a member registration that a fund's profile may name, and the requirement of one that it doesn't name
 * (D-field-profile).
 */
export const memberFields = ${object(rows)} as const
export type MemberField = keyof typeof memberFields
`
}

/** `principals.ts`: the principals that authentication establishes, as services that handlers read. */
export const emitPrincipals = (principals: ReadonlyArray<string>): string =>
  `${banner("x-principal in specs/")}
import * as Context from "effect/Context"
import type * as S from "./schemas.ts"

${[...new Set(principals)].toSorted().map(emitPrincipal).join("\n")}`

const emitPrincipal = (name: string): string =>
  `/** The caller, which the security middleware provides: \`const caller = yield* ${name}\`. */
export class ${name} extends Context.Service<${name}, S.${name}>()("@embedded-super/contracts/${name}") {}
`

/** `embed-messages.ts`: the messages as plain data, and their check, small enough for a partner's page. */
export const emitEmbedMessages = (messages: ReadonlyArray<EmbedMessage>): string => {
  const rows = messages.map(({ data, kind }) => `  ${key(kind)}: ${JSON.stringify(data)}`)
  return `${banner("specs/embed-messages")}
import { isMessage, type Shape } from "./shapes.ts"
import type { EmbedMessage } from "./types/embed-messages.ts"

/** The form of the data of each kind of message. */
export const embedMessages = {
${rows.join(",\n")}
} satisfies Readonly<Record<EmbedMessage["kind"], Shape>>

/**
 * Whether a value is a message of an embed's frame. It accepts what the schemas in specs/embed-messages accept, and trusts
 * nothing in the value. Check the sender first: any page can post a message of the right form.
 */
export const isEmbedMessage = (value: unknown): value is EmbedMessage => isMessage(embedMessages, value)
`
}

/** The types in `types/embed-messages.ts` besides the schemas: the union of all messages, and the data of each kind. */
export const embedMessageTypes = `
/** A message of an embed's frame, by its \`kind\`. */
export type EmbedMessage = components["schemas"]["EmbedMessage"]

/** The data of each kind of message. */
export type EmbedMessageData = {
  [Kind in EmbedMessage["kind"]]: Extract<EmbedMessage, { kind: Kind }>["data"]
}
`

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

/** `requirements.ts`: every requirement by its id, in the order of the description. */
export const emitRequirements = (requirements: ReadonlyArray<Requirement>): string => {
  const entries = requirements.map(
    (requirement) => `${quote(requirement.id)}: ${emitRequirement(requirement)}`
  )
  return `${banner("specs/requirements.yaml")}
/** One testable sentence of the description: its section (row: of that section's table), and the test files that prove it or when they are due. */
export interface Requirement {
  readonly section: string
  readonly row?: string
  readonly level: "MUST" | "SHOULD"
  readonly text: string
  readonly due?: string
  readonly proof?: ReadonlyArray<string>
}

const all = ${object(entries)} satisfies Record<string, Requirement>

export type RequirementId = keyof typeof all

export const requirements: Readonly<Record<RequirementId, Requirement>> = all
`
}

const emitRequirement = (requirement: Requirement): string =>
  object([
    `section: ${quote(requirement.section)}`,
    ...(requirement.row === undefined ? [] : [`row: ${quote(requirement.row)}`]),
    `level: ${quote(requirement.level)}`,
    `text: ${quote(requirement.text)}`,
    ...(requirement.due === undefined ? [] : [`due: ${quote(requirement.due)}`]),
    ...(requirement.proof === undefined ? [] : [`proof: ${list(requirement.proof.map(quote))}`])
  ])

type Source = readonly [name: string, cited: ReadonlyArray<string>]

const cited = (source: string): ReadonlyArray<string> => source.split(/,\s*/)

const sourcesIn = ({ document }: Bundle): ReadonlyArray<Source> =>
  Object.values(objectOf(objectOf(document)["paths"]))
    .flatMap((path) => Object.values(objectOf(path)))
    .flatMap((operation) => {
      const id = textOf(objectOf(operation)["operationId"])
      const source = textOf(objectOf(operation)["x-source"])
      return id === undefined || source === undefined ? [] : [[id, cited(source)] as const]
    })

const summariesIn = ({ document }: Bundle): ReadonlyArray<readonly [id: string, summary: string]> =>
  Object.values(objectOf(objectOf(document)["paths"]))
    .flatMap((path) => Object.values(objectOf(path)))
    .flatMap((operation) => {
      const id = textOf(objectOf(operation)["operationId"])
      const summary = textOf(objectOf(operation)["summary"])
      return id === undefined || summary === undefined ? [] : [[id, summary] as const]
    })

/**
 * `operation-sources.ts`: the `x-source` of each operation and each event, which the bundled documents leave out, and the
 * sentences that they cite; and the summary of each operation. Programs that show them needn't carry all requirements.
 */
export const emitOperationSources = ({ bundles, requirements, webhooks }: Specs): string => {
  const events = webhooks?.events.flatMap(({ event, source }): ReadonlyArray<Source> =>
    source === undefined ? [] : [[event, cited(source)]]
  )
  const sources = [...new Map([...[...bundles.values()].flatMap(sourcesIn), ...(events ?? [])])]
  const used = new Set(sources.flatMap(([, ids]) => ids))
  const texts = requirements.filter(({ id }) => used.has(id))
  const summaries = [...new Map([...bundles.values()].flatMap(summariesIn))]
  return `${banner("specs/")}
/** The requirements and decisions that each operation, by its id, and each event comes from. */
export const operationSources: Readonly<Record<string, ReadonlyArray<string>>> = ${object(
    sources.map(([name, ids]) => `${key(name)}: ${list(ids.map(quote))}`)
  )}

/** The summary of each operation, in a few words. */
export const operationSummaries: Readonly<Record<string, string>> = ${object(
    summaries.map(([id, summary]) => `${key(id)}: ${quote(summary)}`)
  )}

/** The sentence of each of these requirements. Sections and decisions have none. */
export const sourceTexts: Readonly<Record<string, string>> = ${object(
    texts.map(({ id, text }) => `${quote(id)}: ${quote(text)}`)
  )}
`
}
