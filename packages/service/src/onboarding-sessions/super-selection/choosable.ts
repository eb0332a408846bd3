import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type {
  FundProduct,
  JoinableFundProduct,
  KnownProduct,
  WantedProducts
} from "../../funds/FundProductsRepo.ts"
import { collectedOf, missingFields } from "../member-registration/memberProfile.ts"
import type { StoredOnboarding } from "../SessionRecordsRepo.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import type { SelfManagedFund } from "./selfManagedFund.ts"
import type { KnownStapling } from "./staplingOfSession.ts"

/** The facts that the law requires before a fund is advertised to a person who has accepted a job. */
export interface PromotionCase {
  readonly stapling: S.EmbedStaplingResult["status"]
  /** Whether the stapled fund is among the cards of the employee's own funds, which precede any other fund. */
  readonly isStapledFundShown: boolean
  /** The products that are advertised to the employees of the partner's product and can be joined, alphabetically. */
  readonly advertised: ReadonlyArray<FundProduct>
}

/** The products that may be advertised, or the reason why none may. */
export type Promotion =
  | { readonly allowed: true; readonly fund_products: ReadonlyArray<FundProduct> }
  | {
      readonly allowed: false
      readonly withheld_reason: NonNullable<S.EmbedFundPromotion["withheld_reason"]>
      readonly fund_products: readonly []
    }

/** Maximum advertisements shown. */
const MOST_ADVERTISED = 4

/** Whether the ATO gave an answer about the person. */
const isKnown = (stapling: PromotionCase["stapling"]) => stapling === "found" || stapling === "none"

/** Whether the product is MySuper, passed the latest performance test, and takes new members. */
const isEligible = (product: FundProduct) =>
  product.is_mysuper && product.performance_test === "passed" && product.is_open_to_new_members

const withheld = (withheld_reason: S.EmbedFundPromotion["withheld_reason"] & string): Promotion => ({
  allowed: false,
  withheld_reason,
  fund_products: []
})

/**
 * The advertising policy (D-advertising; Corporations Act s 992AB, assumed to be in force). Between the acceptance of a
 * job and the first choice of a fund nothing may be advertised, unless (a) it is known whether the employee has a
 * stapled fund, (b) a stapled fund is shown at least as prominently, and (c) the product is MySuper and passed its
 * test.
 */
export const promotionOf = ({ advertised, isStapledFundShown, stapling }: PromotionCase): Promotion => {
  if (!isKnown(stapling)) return withheld("stapling_result_unknown")
  if (stapling === "found" && !isStapledFundShown) return withheld("stapled_fund_not_shown")
  if (advertised.length === 0) return withheld("turned_off")
  const eligible = advertised.filter(isEligible).slice(0, MOST_ADVERTISED)
  return eligible.length === 0 ? withheld("no_eligible_product") : { allowed: true, fund_products: eligible }
}

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

/** The session of a choice, with the employer's default fund. */
type ChoosingSession = Pick<StoredOnboarding, "session" | "employerDefault">

/** The USIs of the funds that the employee is known to have. */
export const existingUsis = ({ details }: StoredSession, stapling: KnownStapling): ReadonlyArray<S.Usi> =>
  [stapling.fund?.usi, details.prefilled?.super_details?.usi].filter((usi) => usi !== undefined)

/** The product with a USI, among those that were looked up. */
export const withUsi = (found: ReadonlyArray<KnownProduct>, usi: S.Usi): FundProduct | undefined =>
  found.find(({ isCurrent, product }) => isCurrent && product.usi === usi)?.product

/**
 * The cards of the employee's own funds: the stapled fund first, then the one that the partner passed in, unless both
 * are the same. A product that isn't in the directory, or no longer is, can't take contributions, and has no card.
 * `found` has the products with `existingUsis`.
 */
export const existingFunds = (
  { details }: StoredSession,
  stapling: KnownStapling,
  found: ReadonlyArray<KnownProduct>
): ReadonlyArray<ExistingFund> => {
  const cardOf = (
    source: "stapled" | "partner_supplied",
    named: { readonly usi: S.Usi; readonly member_number: S.MemberNumber | null } | null
  ): ReadonlyArray<ExistingFund> => {
    const product = named === null ? undefined : withUsi(found, named.usi)
    return named === null || product === undefined
      ? []
      : [{ kind: "regulated", source, product, member_number: named.member_number }]
  }
  const { self_managed_super_fund = null, super_details = null } = details.prefilled ?? {}
  const isStapled = super_details !== null && super_details.usi === stapling.fund?.usi
  return [
    ...cardOf("stapled", stapling.fund),
    ...cardOf("partner_supplied", isStapled ? null : super_details),
    ...(self_managed_super_fund === null
      ? []
      : [{ kind: "self_managed", source: "partner_supplied", fund: self_managed_super_fund } as const])
  ]
}

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

/** The open products that the session can supply all required fields of. */
export const joinableOf = ({ details }: StoredSession, found: ReadonlyArray<KnownProduct>) => {
  const provided = details.tax?.tfn_provided ?? false
  return found
    .flatMap(({ joinable }) => joinable ?? [])
    .filter(({ product }) => product.is_open_to_new_members)
    .filter((fund) => missingFields(fund, collectedOf(details), provided).length === 0)
}

/** Finds the choices that the employee of a session has now. */
export const choosable = Effect.gen(function* () {
  const funds = yield* FundDirectory

  /**
   * The products that the service can register the employee with at once, from the data that the session can supply.
   */
  const joinableBy = (session: StoredSession) =>
    Effect.map(funds.known(session.product_id, {}), (found) => joinableOf(session, found).map(productOf))

  /** The choices, and the products that were looked up for them and are `wanted` besides. */
  const choosableBy = Effect.fnUntraced(function* (
    { employerDefault: defaultId, session }: ChoosingSession,
    stapling: KnownStapling,
    wanted: WantedProducts = {}
  ) {
    const found = yield* funds.known(session.product_id, {
      ...wanted,
      ids: [...(wanted.ids ?? []), ...(defaultId === undefined ? [] : [defaultId])],
      usis: [...(wanted.usis ?? []), ...existingUsis(session, stapling)]
    })
    const joinable = joinableOf(session, found)
    const join = joinable.map(productOf)
    const existing = existingFunds(session, stapling, found)
    const promotion = promotionOf({
      stapling: stapling.status,
      isStapledFundShown: existing[0]?.source === "stapled",
      advertised: joinable.filter(({ is_promoted }) => is_promoted).map(productOf)
    })
    const fund = found.find(({ product }) => product.id === defaultId)?.product
    const employerDefault = fund?.is_open_to_new_members
      ? { ...fund, can_register: join.some(({ id }) => id === fund.id) }
      : undefined
    const offered: Choosable = { stapling, existing, join, promotion, employerDefault }
    return { offered, found }
  })

  return { joinableBy, choosableBy }
})
