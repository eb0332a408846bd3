import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type {
  EmbedMatchConfirmation,
  EmbedParagraph,
  EmbedStatement,
  EmbedTerms,
  EmbedTextVersion,
  InstanceFile
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type BodyRules, type PlacedFinding, refuse } from "../personal-data/Findings.ts"

const statement = (version: string, text: string): EmbedStatement => ({
  version: version as EmbedTextVersion,
  text: text as EmbedParagraph
})

/** The declaration of an employer before the service asks the ATO for its employees' existing funds. */
export const STAPLING_STATEMENT = statement(
  "stapling-2026-11",
  "I authorise this service to ask the ATO for the stapled super fund of new employees on my behalf, and declare that " +
    "each of them is employed by me or about to be, and was offered a choice of fund."
)

/** Each automation: its declaration, by name and current text, and the employer's column that records its acceptance. */
export const AUTOMATIONS = {
  stapling: {
    name: "stapling",
    statement: STAPLING_STATEMENT,
    column: "accepted_stapling_statement"
  }
} as const

/** The operator's terms next to "Save" in the choice of the default fund (D-employer-embed, D-instance-file). */
export const termsOf = ({ ato_end_user_terms, terms }: InstanceFile): ReadonlyArray<EmbedTerms> => [
  { version: terms.version, title: "Terms of this service", url: terms.url },
  { version: ato_end_user_terms.version, title: "ATO end-user terms", url: ato_end_user_terms.url }
]

const POINTER = "#/accepted_terms_versions"

/** The mistakes in an acceptance: it must name the current version of all terms, and no other. */
export const termsFindings = (
  current: ReadonlyArray<EmbedTerms>,
  versions: ReadonlyArray<EmbedTextVersion>
): ReadonlyArray<PlacedFinding> => {
  const missing = current
    .filter(({ version }) => !versions.includes(version))
    .map(({ title }): PlacedFinding => ({
      pointer: POINTER,
      code: "required",
      detail: `Give the current version of "${title}". Show these terms first.`
    }))
  const others = versions.flatMap((version, index): ReadonlyArray<PlacedFinding> =>
    current.some((terms) => terms.version === version)
      ? []
      : [
          {
            pointer: `${POINTER}/${index}`,
            code: "not_allowed",
            detail: "This isn't a current version of the terms. Show the current terms first."
          }
        ]
  )
  return [...missing, ...others]
}

/** Refuses an acceptance with findings. */
export const checkAcceptedTerms = (
  current: ReadonlyArray<EmbedTerms>,
  versions: ReadonlyArray<EmbedTextVersion>
): Effect.Effect<void, ValidationFailed> => {
  const findings = termsFindings(current, versions)
  return findings.length === 0 ? Effect.void : Effect.fail(refuse(...findings))
}

/** The rules of a body that accepts the terms. */
export const termsRules =
  (current: ReadonlyArray<EmbedTerms>): BodyRules<EmbedMatchConfirmation> =>
  ({ members }) =>
    members.accepted_terms_versions === undefined
      ? []
      : termsFindings(current, members.accepted_terms_versions)
