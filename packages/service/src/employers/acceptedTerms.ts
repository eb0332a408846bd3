import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type { EmbedTextVersion } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type PlacedFinding, refuse } from "../personal-data/Findings.ts"
import { TERMS } from "./statements.ts"

const POINTER = "#/accepted_terms_versions"

/** Refuses an acceptance that doesn't name the current version of all terms. */
export const checkAcceptedTerms = (
  versions: ReadonlyArray<EmbedTextVersion>
): Effect.Effect<void, ValidationFailed> => {
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
  const findings = [...missing, ...others]
  return findings.length === 0 ? Effect.void : Effect.fail(refuse(...findings))
}
