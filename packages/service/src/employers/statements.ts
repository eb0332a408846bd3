import type { EmbedParagraph, EmbedStatement, EmbedTextVersion } from "@embedded-super/contracts/schemas"

const statement = (version: string, text: string): EmbedStatement => ({
  version: version as EmbedTextVersion,
  text: text as EmbedParagraph
})

/** What an employer declares before the service asks the ATO for its employees' existing funds. */
export const STAPLING_STATEMENT = statement(
  "stapling-2026-11",
  "I authorise this service to ask the ATO for the stapled super fund of new employees on my behalf, and declare that " +
    "each of them is employed by me or about to be."
)

/** What an employer declares before the service lodges tax file number declarations. */
export const TFN_DECLARATION_STATEMENT = statement(
  "tfn-declaration-2026-11",
  "I authorise this service to lodge the tax file number declarations of my employees with the ATO on my behalf."
)
