import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { employersRepo } from "../../employers/EmployersRepo.ts"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { choosable, type ExistingFund, existingFunds, existingUsis } from "../super-selection/choosable.ts"
import type { ChosenSelfManagedFund } from "../super-selection/selfManagedFund.ts"
import type { KnownStapling } from "../super-selection/staplingOfSession.ts"
import type { StoredSession } from "../SessionsRepo.ts"

/** The fund that an abandoned session falls back on. */
export interface FallbackFund {
  readonly source: "partner_supplied" | "stapled" | "employer_default"
  readonly product: FundProduct | null
  readonly self_managed: ChosenSelfManagedFund | null
  readonly member_number: S.MemberNumber | null
  /** Whether the service registers the employee with it now. */
  readonly registers: boolean
}

const NOT_ASKED: KnownStapling = { status: "not_asked", asked_at: null, fund: null }

const memberOf = (card: ExistingFund): FallbackFund =>
  card.kind === "regulated"
    ? {
        source: card.source,
        product: card.product,
        self_managed: null,
        member_number: card.member_number,
        registers: false
      }
    : {
        source: card.source,
        product: null,
        self_managed: { ...card.fund, regulation_checked_at: null, declaration_version: null },
        member_number: null,
        registers: false
      }

/**
 * Finds the fund that a session falls back on (D-abandoned-sessions). The caller passes the session with its prefill.
 */
export const fallbackFunds = Effect.gen(function* () {
  const employers = yield* employersRepo
  const funds = yield* FundDirectory
  const { joinableBy } = yield* choosable

  const existingBy = (session: StoredSession, known: KnownStapling) =>
    Effect.map(funds.known(session.product_id, { usis: existingUsis(session, known) }), (found) =>
      existingFunds(session, known, found)
    )

  /** The fund that the partner passed in, if that takes contributions. */
  const supplied = (session: StoredSession) =>
    Effect.map(existingBy(session, NOT_ASKED), ([card]) => card && memberOf(card))

  /** The fund that the ATO named, if that takes contributions. */
  const stapled = (session: StoredSession, known: KnownStapling) =>
    Effect.map(existingBy(session, known), ([card]) =>
      card?.source === "stapled" ? memberOf(card) : undefined
    )

  /** The employer's default fund, if that takes new members. */
  const employerDefault = Effect.fnUntraced(function* (session: StoredSession) {
    const employer = Option.getOrUndefined(yield* employers.find(session.product_id, session.employer_id))
    const id = employer?.default_fund?.fund_product_id
    const product = id === undefined ? undefined : (yield* funds.findByIds([id])).get(id)
    if (!product?.is_open_to_new_members) return undefined
    const registers = (yield* joinableBy(session)).some((joinable) => joinable.id === product.id)
    const fund: FallbackFund = {
      source: "employer_default",
      product,
      self_managed: null,
      member_number: null,
      registers
    }
    return fund
  })

  return { supplied, stapled, employerDefault }
})
