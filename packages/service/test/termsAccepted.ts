import { TERMS } from "../src/employers/statements.ts"

/** The body of an employer who accepts the current terms. */
export const termsAccepted = { accepted_terms_versions: TERMS.map(({ version }) => version) }
