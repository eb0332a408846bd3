import type { EmbedConflict, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type PlacedFinding, refuse } from "../../personal-data/Findings.ts"
import { choicesChanged } from "../employee-embed/embedConflicts.ts"
import type { Choosable } from "./choosable.ts"
import type { SessionState } from "../sessionStates.ts"
import { REGISTRATION_CONSENT } from "../employee-embed/texts.ts"

/** A choice that can be made now. */
export interface ReadChoice {
  readonly source: "join_new" | "employer_default"
  readonly fund_product_id: S.FundProductId
  /** The consent that the employee gave; null where the service registers nobody. */
  readonly consent_version: S.EmbedTextVersion | null
}

const notAllowed = (field: string, detail: string): PlacedFinding => ({
  pointer: `#/${field}`,
  code: "not_allowed",
  detail
})

/** What each offered source takes besides itself and the display. */
const FIELDS = {
  join_new: ["fund_product_id", "consent_version"],
  employer_default: ["consent_version"]
} as const

const isOffered = (source: S.SuperSelectionSource): source is ReadChoice["source"] => source in FIELDS

/** What is wrong with the form of a choice, whatever can be chosen. */
const formFindings = (
  choice: S.EmbedFundChoice,
  source: ReadChoice["source"]
): ReadonlyArray<PlacedFinding> => {
  const taken = new Set<string>(["source", "display_id", ...FIELDS[source]])
  const beside = Object.keys(choice).filter((field) => !taken.has(field))
  return [
    ...beside.map((field) => notAllowed(field, "This isn't part of such a choice.")),
    ...(source === "join_new" && choice.fund_product_id === undefined
      ? [{ pointer: "#/fund_product_id", code: "required", detail: "Which fund product to join." }]
      : [])
  ]
}

const consentFinding = (given: S.EmbedTextVersion | undefined): PlacedFinding | undefined => {
  if (given === REGISTRATION_CONSENT.version) return undefined
  return given === undefined
    ? { pointer: "#/consent_version", code: "required", detail: "Joining needs the employee's consent." }
    : notAllowed("consent_version", "This isn't the current consent. Show the new one first.")
}

/** Reads a choice against what can be chosen now. */
export const readChoice = (
  choice: S.EmbedFundChoice,
  choosable: Choosable,
  state: SessionState
): Effect.Effect<ReadChoice, ValidationFailed | EmbedConflict> => {
  const { source } = choice
  if (!isOffered(source))
    return Effect.fail(refuse(notAllowed("source", "This way of choosing isn't offered.")))
  const findings = formFindings(choice, source)
  if (findings.length > 0) return Effect.fail(refuse(...findings))
  const { join, employerDefault } = choosable
  const joined = join.find(({ id }) => id === choice.fund_product_id)
  const product = source === "employer_default" ? employerDefault : joined
  if (product === undefined) return Effect.fail(choicesChanged(state))
  const registers = source === "join_new" || employerDefault?.can_register === true
  if (!registers) return Effect.succeed({ source, fund_product_id: product.id, consent_version: null })
  const wrong = consentFinding(choice.consent_version)
  return wrong === undefined
    ? Effect.succeed({ source, fund_product_id: product.id, consent_version: REGISTRATION_CONSENT.version })
    : Effect.fail(refuse(wrong))
}
