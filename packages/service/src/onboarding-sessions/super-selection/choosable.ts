import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { employersRepo } from "../../employers/EmployersRepo.ts"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { FundProduct, JoinableFundProduct } from "../../funds/FundProductsRepo.ts"
import { collectedOf, missingFields } from "../member-registration/memberProfile.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { type Promotion, promotionOf } from "./promotion.ts"
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

/** The choices that the employee of a session has now, besides any fund of the directory that they are a member of. */
export interface Choosable {
  readonly stapling: KnownStapling
  /** Known funds, the stapled one first. */
  readonly existing: ReadonlyArray<ExistingFund>
  /** The open products whose funds require no missing field, in the directory's alphabetical order (D-field-profile). */
  readonly join: ReadonlyArray<FundProduct>
  readonly promotion: Promotion
  /** The employer's default fund, unless it no longer takes new members. */
  readonly employerDefault: S.EmbedFundProduct | undefined
}

const productOf = ({ product }: JoinableFundProduct) => product

/** Finds the choices that the employee of a session has now. */
export const choosable = Effect.gen(function* () {
  const funds = yield* FundDirectory
  const employers = yield* employersRepo
  const existingBy = yield* existingFunds

  const joinable = Effect.fnUntraced(function* ({ details, product_id }: StoredSession) {
    const provided = details.tax?.tfn_provided ?? false
    return (yield* funds.joinable(product_id))
      .filter(({ product }) => product.is_open_to_new_members)
      .filter((fund) => missingFields(fund, collectedOf(details), provided).length === 0)
  })

  /**
   * The products that the service can register the employee with at once, from the data that the session can supply.
   */
  const joinableBy = (session: StoredSession) =>
    Effect.map(joinable(session), (found) => found.map(productOf))

  const choosableBy = Effect.fnUntraced(function* (session: StoredSession, stapling: KnownStapling) {
    const { product_id, employer_id } = session
    const found = yield* joinable(session)
    const join = found.map(productOf)
    const existing = yield* existingBy(session, stapling)
    const promotion = promotionOf({
      stapling: stapling.status,
      isStapledFundShown: existing[0]?.source === "stapled",
      advertised: found.filter(({ is_promoted }) => is_promoted).map(productOf)
    })
    const employer = Option.getOrUndefined(yield* employers.find(product_id, employer_id))
    const chosen = employer?.default_fund?.fund_product_id
    const fund = chosen === undefined ? undefined : (yield* funds.findByIds([chosen])).get(chosen)
    const employerDefault = fund?.is_open_to_new_members
      ? { ...fund, can_register: join.some(({ id }) => id === fund.id) }
      : undefined
    return { stapling, existing, join, promotion, employerDefault } satisfies Choosable
  })

  return { joinableBy, choosableBy }
})
