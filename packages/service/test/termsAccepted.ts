import { termsOf } from "../src/employers/statements.ts"
import { sampleInstance } from "../src/platform/config/instanceFile.ts"

/** The operator's current terms in tests, as `TestSettings` has them. */
export const TERMS = termsOf(sampleInstance("https://api.example.test"))

/** The body of an employer who accepts the current terms. */
export const termsAccepted = { accepted_terms_versions: TERMS.map(({ version }) => version) }
