import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import type { PlacedFinding } from "../../personal-data/Findings.ts"
import { readAbn, readUsi, normaliseText } from "../../personal-data/text.ts"

/**
 * A fund that isn't in the directory, as the employee named it (D-unlisted-funds). It is stored sealed, because the
 * employee typed it.
 */
export const UnlistedFund = Schema.Struct({
  fund_name: S.OrganisationName,
  abn: S.Abn,
  usi: Schema.NullOr(S.Usi)
})
export interface UnlistedFund extends Schema.Schema.Type<typeof UnlistedFund> {}

/** The fund in its normal form. */
export const readUnlistedFund = ({ abn, fund_name, usi }: S.UnlistedSuperFundInput): UnlistedFund => ({
  fund_name: normaliseText(fund_name) as S.OrganisationName,
  abn: readAbn(abn),
  usi: usi === undefined ? null : readUsi(usi)
})

/** The refusal of a USI that the directory has: only a product of the directory is checked. */
export const LISTED: PlacedFinding = {
  pointer: "#/unlisted_fund/usi",
  code: "not_allowed",
  detail: "The fund with this USI is in the list. Search for it, and choose it there."
}

/** The warning about every such choice. */
export const NOT_LISTED: S.EmbedWarning = {
  step: "super_selection",
  pointer: "#/unlisted_fund",
  code: "fund_not_listed",
  detail: "This fund isn't in our list, so it couldn't be checked. Your employer checks it before paying."
}
