import { TERMS } from "../src/employers/statements.ts"

/** What an employer names who accepts the terms as they are. */
export const termsAccepted = { accepted_terms_versions: TERMS.map(({ version }) => version) }
