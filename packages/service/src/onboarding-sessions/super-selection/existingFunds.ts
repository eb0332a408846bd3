import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import type { SelfManagedFund } from "./selfManagedFund.ts"
import type { KnownStapling } from "./staplingOfSession.ts"

/** A fund that the employee is known to have, shown as a card. */
export type ExistingFund =
  | {
      readonly kind: "regulated"
      readonly source: "stapled" | "partner_supplied"
      readonly product: FundProduct
      /** Null if the source of the fund didn't give it. */
      readonly member_number: S.MemberNumber | null
    }
  | {
      readonly kind: "self_managed"
      readonly source: "partner_supplied"
      readonly fund: SelfManagedFund
    }

/**
 * The cards of the employee's own funds: the stapled fund first, then the one that the partner passed in, unless both
 * are the same. A product that isn't in the directory, or no longer is, can't take contributions, and has no card.
 */
export const existingFunds = Effect.gen(function* () {
  const directory = yield* FundDirectory

  return Effect.fnUntraced(function* (
    { details, product_id }: StoredSession,
    stapling: KnownStapling
  ): Effect.fn.Return<ReadonlyArray<ExistingFund>> {
    const cardOf = (
      source: "stapled" | "partner_supplied",
      named: { readonly usi: S.Usi; readonly member_number: S.MemberNumber | null } | null
    ) =>
      named === null
        ? Effect.succeed([])
        : Effect.map(directory.findByUsi(product_id, named.usi), (found) =>
            Option.toArray(found).map((product): ExistingFund => {
              const { member_number } = named
              return { kind: "regulated", source, product, member_number }
            })
          )
    const { self_managed_super_fund = null, super_details = null } = details.prefilled ?? {}
    const isStapled = super_details !== null && super_details.usi === stapling.fund?.usi
    return [
      ...(yield* cardOf("stapled", stapling.fund)),
      ...(yield* cardOf("partner_supplied", isStapled ? null : super_details)),
      ...(self_managed_super_fund === null
        ? []
        : [{ kind: "self_managed", source: "partner_supplied", fund: self_managed_super_fund } as const])
    ]
  })
})
