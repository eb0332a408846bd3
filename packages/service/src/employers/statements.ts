import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type {
  EmbedMatchConfirmation,
  EmbedParagraph,
  EmbedStatement,
  EmbedTerms,
  EmbedTextVersion,
  WebUrl
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { BodyRules } from "../personal-data/bodyRules.ts"
import { type PlacedFinding, refuse } from "../personal-data/Findings.ts"

const statement = (version: string, text: string): EmbedStatement => ({
  version: version as EmbedTextVersion,
  text: text as EmbedParagraph
})

const terms = (version: string, title: string, path: string): EmbedTerms => ({
  version: version as EmbedTextVersion,
  title,
  url: `https://docs.embedded-super.example/${path}` as WebUrl
})

/** The declaration of an employer before the service asks the ATO for its employees' existing funds. */
export const STAPLING_STATEMENT = statement(
  "stapling-2026-11",
  "I authorise this service to ask the ATO for the stapled super fund of new employees on my behalf, and declare that " +
    "each of them is employed by me or about to be, and was offered a choice of fund."
)

/** The declaration of an employer before the service lodges tax file number declarations. */
export const TFN_DECLARATION_STATEMENT = statement(
  "tfn-declaration-2026-11",
  "I authorise this service to lodge the tax file number declarations of my employees with the ATO on my behalf."
)

/** Each automation: its declaration, by name and current text, and the employer's column that records its acceptance. */
export const AUTOMATIONS = {
  stapling: {
    name: "stapling",
    statement: STAPLING_STATEMENT,
    column: "accepted_stapling_statement"
  },
  tfn_declarations: {
    name: "tfn_declaration",
    statement: TFN_DECLARATION_STATEMENT,
    column: "accepted_tfn_declaration_statement"
  }
} as const

/** The terms next to "Save" in the choice of the default fund (D-employer-embed). */
export const TERMS: ReadonlyArray<EmbedTerms> = [
  terms("service-terms-2026-07", "Terms of this service", "terms"),
  terms("ato-end-user-terms-2026-07", "ATO end-user terms", "ato-end-user-terms")
]

const POINTER = "#/accepted_terms_versions"

/** What is wrong with an acceptance: it must name the current version of all terms, and no other. */
export const termsFindings = (versions: ReadonlyArray<EmbedTextVersion>): ReadonlyArray<PlacedFinding> => {
  const missing = TERMS.filter(({ version }) => !versions.includes(version)).map(
    ({ title }): PlacedFinding => ({
      pointer: POINTER,
      code: "required",
      detail: `Give the current version of "${title}". Show these terms first.`
    })
  )
  const others = versions.flatMap((version, index): ReadonlyArray<PlacedFinding> =>
    TERMS.some((terms) => terms.version === version)
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
  versions: ReadonlyArray<EmbedTextVersion>
): Effect.Effect<void, ValidationFailed> => {
  const findings = termsFindings(versions)
  return findings.length === 0 ? Effect.void : Effect.fail(refuse(...findings))
}

/** The rules of a body that accepts the terms. */
export const termsRules: BodyRules<EmbedMatchConfirmation> = ({ members }) =>
  members.accepted_terms_versions === undefined ? [] : termsFindings(members.accepted_terms_versions)
