import type {
  EmbedParagraph,
  EmbedStatement,
  EmbedTerms,
  EmbedTextVersion,
  WebUrl
} from "@embedded-super/contracts/schemas"

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

/** The terms next to "Save" in the choice of the default fund (D-employer-embed). */
export const TERMS: ReadonlyArray<EmbedTerms> = [
  terms("service-terms-2026-07", "Terms of this service", "terms"),
  terms("ato-end-user-terms-2026-07", "ATO end-user terms", "ato-end-user-terms")
]
