import type { OnboardingSessionCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import type { StapledFund } from "../src/ato/AtoAdapter.ts"
import { type SimulatedAtoEmployer, simulatedAtoRepo } from "../src/ato/SimulatedAtoRepo.ts"
import { employersRepo } from "../src/employers/EmployersRepo.ts"
import { settingsChanges } from "../src/employers/settingsChanges.ts"
import { SessionAbandonment } from "../src/onboarding-sessions/abandonment/SessionAbandonment.ts"
import { OnboardingSessions } from "../src/onboarding-sessions/OnboardingSessions.ts"
import { now } from "../src/platform/time/timestamp.ts"
import { at } from "./at.ts"
import { products, Requested } from "./TestFunds.ts"
import { anEmployer, aSession, type Session } from "./TestOnboarding.ts"

export const NOW = "2026-11-21T00:00:00Z"
export const BEFORE = "2026-12-04T23:59:59Z"
export const LEFT = "2026-12-05T00:00:00Z"
export const OVER = "2026-12-21T00:00:00Z"

/** A prefill with every field that a fund requires. */
export const known = {
  identity: { given_name: "Niamh", family_name: "O'Connor", date_of_birth: "1990-05-17" },
  address: { address_line_1: "1 Spring Street", locality: "Melbourne", postcode: "3000", state: "VIC" },
  tax_detail: { tfn: "123 456 782" }
} as const

type Creation = Partial<typeof OnboardingSessionCreation.Encoded>

/** A session of a product with this policy, whose employer has connected stapling. */
export const sessionUnder = Effect.fnUntraced(function* (
  policy: S.AbandonmentPolicy,
  { ato, ...change }: Creation & { readonly ato?: Partial<SimulatedAtoEmployer> | "not connected" } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const session = yield* aSession({ employee_detail: known, ...change }, yield* anEmployer())
  yield* sql`UPDATE products SET abandonment_policy = ${policy} WHERE id = ${session.productId}`
  if (ato === "not connected") return session
  const changes = yield* settingsChanges
  const employer = yield* Effect.fromOption(
    yield* (yield* employersRepo).find(session.productId, session.employerId)
  )
  yield* sql.withTransaction(
    Effect.flatMap(now, (moment) =>
      changes.apply(employer, { stapling_status: "connected", accepted_stapling_statement: true }, moment)
    )
  )
  yield* (yield* simulatedAtoRepo).put(
    {
      product_id: session.productId,
      employer_id: session.employerId,
      access: true,
      outcome: "none",
      fund: null,
      ...ato
    },
    yield* now
  )
  return session
})

export const leave = Effect.flatMap(SessionAbandonment, ({ endAbandoned }) => endAbandoned).pipe(at(LEFT))

export const read = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSessions, (sessions) =>
    Effect.map(sessions.get(productId, id), ({ data }) => data)
  ).pipe(at(LEFT))

interface Selected {
  readonly state: string
  readonly source: string | null
  readonly outcome: string
  readonly progress: string | null
  readonly usi: string | null
  readonly number: string | null
}

export const selectionOf = (session: Session) =>
  Effect.map(
    read(session),
    ({ data_delivery_state, onboarding_session_super_selection: selected }): Selected => ({
      state: data_delivery_state,
      source: selected.source,
      outcome: selected.outcome,
      progress: selected.progress_state,
      usi: selected.select_super_fund_product?.super_fund_product.usi ?? null,
      number: selected.select_super_fund_product?.member_number ?? null
    })
  )

export const requestedFor = ({ id }: Session) =>
  Effect.flatMap(Requested, (requested) =>
    Effect.map(
      Ref.get(requested),
      (all) => all.filter((call) => call.operation === "member_registration" && call.sessionId === id).length
    )
  )

export const banksia = (member_number: string | undefined) => ({
  super_funds: [{ usi: products.banksia.usi, ...(member_number === undefined ? {} : { member_number }) }]
})

export const stapled = {
  outcome: "stapled_fund",
  fund: {
    fund_abn: products.banksia.abn,
    fund_name: products.banksia.fund_name,
    usi: products.banksia.usi,
    member_number: "77012345"
  } as StapledFund
} as const
