import { Forbidden, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type RequestedBy, audit, type AuditEntry } from "../platform/audit/audit.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { transactions } from "../platform/database/operation.ts"
import { BusinessClock, type Moments } from "../platform/time/BusinessClock.ts"
import { orNoSuchSession } from "./sessionConflicts.ts"
import { sessionsRepo } from "./SessionsRepo.ts"
import { type TaxFileNumberOwner, taxFileNumbersRepo } from "./TaxFileNumbersRepo.ts"

/** A tax file number, masked for display. */
export interface MaskedTaxFileNumber {
  readonly masked: S.TfnMasked
  readonly given_by: "partner" | "employee"
}

/**
 * Tax file numbers: at most one for each session, sealed under its own data key, apart from everything else. The
 * service shows the last three digits, and opens a number for three purposes only; each opening is audited.
 */
export class TaxFileNumbers extends Context.Service<
  TaxFileNumbers,
  {
    /** Stores a number, and replaces the session's earlier one. */
    readonly put: (
      owner: TaxFileNumberOwner,
      tfn: S.Tfn,
      givenBy: MaskedTaxFileNumber["given_by"]
    ) => Effect.Effect<void, SqlError>
    /** Destroys the session's number and its data key. */
    readonly destroy: (owner: TaxFileNumberOwner) => Effect.Effect<void, SqlError>
    /** The sessions' numbers, masked. Leaves out sessions whose number was destroyed or never given. */
    readonly masked: (
      sessionIds: ReadonlyArray<S.OnboardingSessionId>
    ) => Effect.Effect<ReadonlyMap<S.OnboardingSessionId, MaskedTaxFileNumber>, SqlError>
    /** Opens the number for the registration at the fund that the employee joins. Writes the audit log. */
    readonly openForRegistration: (owner: TaxFileNumberOwner) => Effect.Effect<Option.Option<S.Tfn>, SqlError>
    /** Opens the number for the ATO's stapled-fund request. Writes the audit log. */
    readonly openForStapling: (owner: TaxFileNumberOwner) => Effect.Effect<Option.Option<S.Tfn>, SqlError>
    /**
     * Opens the number for a partner's key: the only way in which a whole number leaves the service towards a partner.
     * Checks the product's permission on each read, and writes the audit log before it returns the number.
     */
    readonly read: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      by: RequestedBy
    ) => Effect.Effect<S.Tfn, Forbidden | NotFound>
    /**
     * Destroys every number whose session ended longer ago than the partner's retention time (30 days unless set
     * otherwise), in batches, and records each. Returns the count.
     */
    readonly destroyDue: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/TaxFileNumbers") {
  static readonly layer = Layer.effect(
    TaxFileNumbers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const vault = yield* Vault
      const repo = yield* taxFileNumbersRepo
      const sessions = yield* sessionsRepo

      const open = Effect.fnUntraced(
        function* (owner: TaxFileNumberOwner, why: Pick<AuditEntry, "actor" | "purpose" | "requestId">) {
          const sealed = yield* repo.sealed(owner)
          if (sealed === undefined) return Option.none<S.Tfn>()
          yield* audit({
            action: "tax_file_number.decrypt",
            productId: owner.product_id,
            entity: { kind: "onboarding_session", id: owner.id },
            ...why
          })
          const opened = yield* Effect.orDie(vault.open(cell("sealed", owner), sealed))
          return Option.some(opened as S.Tfn)
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      /** One batch. Skips numbers that another process is destroying. */
      const destroySome = Effect.fnUntraced(
        function* (moments: Moments) {
          const rows = yield* repo.removeDue(moments, BATCH)
          yield* Effect.forEach(rows, ({ id, product_id }) =>
            audit({
              actor: { kind: "system" },
              action: "tax_file_number.destroy",
              productId: product_id,
              entity: { kind: "onboarding_session", id },
              detail: { reason: "retention" }
            })
          )
          return rows.length
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      return TaxFileNumbers.of({
        put: Effect.fn("TaxFileNumbers.put")(function* (owner, tfn, given_by) {
          const sealed = yield* vault.seal(cell("sealed", owner), tfn)
          const masked = yield* vault.seal(cell("masked", owner), `*** *** ${Redacted.value(tfn).slice(-3)}`)
          yield* repo.put({ ...owner, given_by, sealed, masked }, yield* clock.nowOf(owner.product_id))
        }),

        destroy: repo.remove,

        masked: Effect.fn("TaxFileNumbers.masked")(function* (sessionIds) {
          const opened = yield* Effect.forEach(yield* repo.masks(sessionIds), (row) =>
            Effect.map(Effect.orDie(vault.open(cell("masked", row), row.masked)), (text) => {
              const shown = { masked: Redacted.value(text) as S.TfnMasked, given_by: row.given_by }
              return [row.id, shown] as const
            })
          )
          return new Map(opened)
        }),

        openForRegistration: Effect.fn("TaxFileNumbers.openForRegistration")((owner) =>
          open(owner, { actor: { kind: "system" }, purpose: "member_registration" })
        ),

        openForStapling: Effect.fn("TaxFileNumbers.openForStapling")((owner) =>
          open(owner, { actor: { kind: "system" }, purpose: "stapled_fund_request" })
        ),

        read: transaction("TaxFileNumbers.read")(function* (productId, id, by) {
          yield* orNoSuchSession(yield* sessions.owned(productId, id))
          // Checked last, so that an id of another product fails as not found here, too (D-tenancy).
          if (!(yield* repo.mayRead(productId))) return yield* notPermitted
          const tfn = yield* open({ id, product_id: productId }, { ...by, purpose: "partner_read" })
          return Option.isNone(tfn) ? yield* notAvailable : tfn.value
        }),

        destroyDue: Effect.gen(function* () {
          const moments = yield* clock.moments
          let destroyed = 0
          for (;;) {
            const some = yield* destroySome(moments)
            destroyed += some
            if (some < BATCH) return destroyed
          }
        }).pipe(Effect.withSpan("TaxFileNumbers.destroyDue"))
      })
    })
  )
}

const notPermitted = new Forbidden({
  code: "tfn_access_not_permitted",
  detail:
    "The product may not read whole tax file numbers. The operator of the service permits it on request."
})

const notAvailable = new NotFound({
  code: "tfn_not_available",
  detail: "The employee gave no tax file number, or it has been destroyed."
})

/** Numbers destroyed in one transaction. */
const BATCH = 500

const cell = (column: "sealed" | "masked", owner: TaxFileNumberOwner) => ({
  table: "tax_file_numbers",
  column,
  tenant: owner.product_id,
  row: owner.id
})
