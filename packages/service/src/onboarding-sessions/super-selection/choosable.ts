import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { employersRepo } from "../../employers/EmployersRepo.ts"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { FundProduct } from "../../funds/FundProduct.ts"
import { withoutNulls } from "../../platform/answers/withoutNulls.ts"
import { type Collected, missingFields } from "../memberProfile.ts"
import type { Displayed } from "./SelectionsRepo.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { REGISTRATION_CONSENT } from "../employee-embed/texts.ts"

/** What can be chosen now by the employee of a session. */
export interface Choosable {
  /** In alphabetical order: the open products whose funds want nothing that nobody supplied (settled 6). */
  readonly join: ReadonlyArray<FundProduct>
  /** The employer's default fund, unless it takes no new members any more. */
  readonly employerDefault: S.EmbedFundProduct | undefined
}

/** What a session collected, as the member profile takes it. */
export const collectedOf = ({ identity, contact, prefilled, tax }: SessionDetails): Collected => ({
  identity,
  contact,
  employment: prefilled?.employment ?? null,
  tfn_exemption_type: tax?.tfn_exemption_type ?? null
})

const alphabetically = (a: FundProduct, b: FundProduct) =>
  a.fund_name.localeCompare(b.fund_name, "en") || a.name.localeCompare(b.name, "en")

/** Finds out what the employee of a session can choose now. */
export const choosable = Effect.gen(function* () {
  const funds = yield* FundDirectory
  const employers = yield* employersRepo

  return Effect.fnUntraced(function* (session: StoredSession) {
    const { details, product_id, employer_id } = session
    const provided = details.tax?.tfn_provided ?? false
    const join = (yield* funds.joinable(product_id))
      .filter(({ product }) => product.is_open_to_new_members)
      .filter((fund) => missingFields(fund, collectedOf(details), provided).length === 0)
      .map(({ product }) => product)
      .toSorted(alphabetically)
    const employer = Option.getOrUndefined(yield* employers.find(product_id, employer_id))
    const chosen = employer?.default_fund?.fund_product_id
    const fund = chosen === undefined ? undefined : (yield* funds.findByIds([chosen])).get(chosen)
    const employerDefault = fund?.is_open_to_new_members
      ? { ...fund, can_register: join.some(({ id }) => id === fund.id) }
      : undefined
    return { join, employerDefault } satisfies Choosable
  })
})

/** What is recorded of a display, and compared with what can be chosen later. */
export const displayedOf = ({ join, employerDefault }: Choosable): Displayed => ({
  join: join.map(({ id }) => id),
  employer_default: employerDefault?.id ?? null,
  employer_default_can_register: employerDefault?.can_register ?? false,
  stapling_status: "not_asked"
})

const FIELDS = ["join", "employer_default", "employer_default_can_register", "stapling_status"] as const

/** Whether two displays show the same. */
export const isSameDisplay = (a: Displayed, b: Displayed) =>
  FIELDS.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))

/**
 * The four doors (domain 3.4). Nothing is advertised: the law forbids it as long as it isn't known whether the employee
 * has a stapled fund (domain 8.4).
 */
export const presentChoices = (
  display_id: S.FundDisplayId,
  { join, employerDefault }: Choosable
): S.EmbedFundChoices => ({
  display_id,
  existing: { stapling: { status: "not_asked" }, funds: [] },
  join: {
    fund_products: join.map((product) => ({ ...product, can_register: true })),
    consent: REGISTRATION_CONSENT,
    promotion: { allowed: false, withheld_reason: "stapling_result_unknown", fund_products: [] }
  },
  employer_default: withoutNulls({ fund_product: employerDefault ?? null }),
  self_managed: { is_available: false }
})
