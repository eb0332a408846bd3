import * as Effect from "effect/Effect"
import { FundProfiles } from "@embedded-super/service/funds"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"

/** A fund that supplies a hashed list. */
export const aFund = Effect.fnUntraced(function* (slug: string, usi: string) {
  const product = aMySuper(usi)
  const list = { format: "hashed", complete_when: "renamed" }
  const profile = aFundProfile({
    fund: { slug, name: slug, abn: "60905115063" },
    products: [product],
    default_activate_usi: usi,
    operations: { member_registration: undefined, employer_lookup: { source: "list", list } }
  })
  return (yield* (yield* FundProfiles).load(profile)).fund
})

export type Fund = Effect.Success<ReturnType<typeof aFund>>
