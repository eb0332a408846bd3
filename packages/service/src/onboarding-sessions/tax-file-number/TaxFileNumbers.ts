import { Forbidden, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import {
  type Actor,
  type RequestedBy,
  audit,
  type AuditEntry,
  auditingEach
} from "../../platform/audit/audit.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { transactions } from "../../platform/database/operation.ts"
import { BusinessClock, type Moments } from "../../platform/time/BusinessClock.ts"
import { orNoSuchSession } from "../sessionConflicts.ts"
import { sessionsRepo } from "../SessionsRepo.ts"
import {
  cell,
  type MaskedTaxFileNumber,
  type TaxFileNumberOwner,
  taxFileNumbersRepo
} from "./TaxFileNumbersRepo.ts"

/**
 * Tax file numbers: at most one for each session, sealed under its own data key, apart from everything else. The
 * service shows the last three digits, and opens a number for the purposes of the audit log only; each opening is audited.
 */
export class TaxFileNumbers extends Context.Service<
  TaxFileNumbers,
  {
    /**
     * Stores a number, and replaces the session's earlier one: the write, for the transaction that changes the session, and
     * the number as it is shown from then on.
     */
    readonly putting: (
      owner: TaxFileNumberOwner,
      tfn: S.Tfn,
      givenBy: MaskedTaxFileNumber["given_by"],
      at: Date
    ) => Effect.Effect<{ readonly write: Statement.Fragment; readonly shown: MaskedTaxFileNumber }>
    /** Destroys the session's number and its data key. */
    readonly destroy: (owner: TaxFileNumberOwner) => Effect.Effect<void, SqlError>
    /** The write of `destroy`, for the transaction that changes the session. */
    readonly destroying: (owner: TaxFileNumberOwner) => Statement.Fragment
    /** The sessions' numbers, masked. Leaves out sessions whose number was destroyed or never given. */
    readonly masked: (
      sessionIds: ReadonlyArray<S.OnboardingSessionId>
    ) => Effect.Effect<ReadonlyMap<S.OnboardingSessionId, MaskedTaxFileNumber>, SqlError>
    /** Opens the number for the registration at the fund that the employee joins. Writes the audit log. */
    readonly openForRegistration: (owner: TaxFileNumberOwner) => Effect.Effect<Option.Option<S.Tfn>, SqlError>
    /** Opens the number for the ATO's stapled-fund request. Writes the audit log. */
    readonly openForStapling: (owner: TaxFileNumberOwner) => Effect.Effect<Option.Option<S.Tfn>, SqlError>
    /** Opens the number for the person whose it is, at an operator's command. Writes the audit log. */
    readonly openForPerson: (
      owner: TaxFileNumberOwner,
      actor: Actor
    ) => Effect.Effect<Option.Option<S.Tfn>, SqlError>
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
        function* (owner: TaxFileNumberOwner, why: Pick<AuditEntry, "actor" | "purpose">) {
          const audited = yield* auditingEach("taken", {
            action: "tax_file_number.decrypt",
            productId: owner.product_id,
            entity: { kind: "onboarding_session", id: owner.id },
            ...why
          })
          const sealed = yield* repo.takeOut(owner, audited.write)
          if (sealed === undefined) return Option.none<S.Tfn>()
          yield* audited.note
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
        putting: Effect.fn("TaxFileNumbers.putting")(function* (owner, tfn, given_by, at) {
          const shown = { masked: maskOf(tfn), given_by }
          const sealed = yield* vault.seal(cell("sealed", owner), tfn)
          const masked = yield* vault.seal(cell("masked", owner), shown.masked)
          return { write: repo.putting({ ...owner, given_by, sealed, masked }, at), shown }
        }),

        destroy: (owner) => Effect.asVoid(repo.removing(owner)),
        destroying: repo.removing,

        masked: Effect.fn("TaxFileNumbers.masked")(function* (sessionIds) {
          const opened = yield* Effect.forEach(yield* repo.masks(sessionIds), (row) =>
            Effect.map(repo.unmasked(row), (shown) => [row.id, shown] as const)
          )
          return new Map(opened)
        }),

        openForRegistration: Effect.fn("TaxFileNumbers.openForRegistration")((owner) =>
          open(owner, { actor: { kind: "system" }, purpose: "member_registration" })
        ),

        openForStapling: Effect.fn("TaxFileNumbers.openForStapling")((owner) =>
          open(owner, { actor: { kind: "system" }, purpose: "stapled_fund_request" })
        ),

        openForPerson: Effect.fn("TaxFileNumbers.openForPerson")((owner, actor) =>
          open(owner, { actor, purpose: "person_export" })
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

/** The last three digits, which are all that the service shows of a number. */
const maskOf = (tfn: S.Tfn) => `*** *** ${Redacted.value(tfn).slice(-3)}` as S.TfnMasked

/** Numbers destroyed in one transaction. */
const BATCH = 500
