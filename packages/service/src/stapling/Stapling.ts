/**
 * Stapled funds: asks the ATO for the fund that a session's employee already has (R-6-4, D-stapling). `lookUp` makes the
 * session's request and stores the answer in `stapling_requests`, the fund sealed. The port to the ATO is in `ato/`,
 * the employer's connection in `employers/atoConnections`.
 *
 * Why the request is stored before the call: a repeat, even after a crash, sends the same request id, and the audit log
 * has one entry for each session's request.
 *
 * The trap: only three results are answers. `Unavailable` and `NotConnected` aren't stored, so the next `lookUp` asks
 * again. `lookUp` dies inside a transaction, because a call can take five seconds. The payee may contain a tax file
 * number, so it is an effect that runs only if the ATO is asked.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { employersRepo } from "../employers/EmployersRepo.ts"
import { isStaplingEnabled } from "../employers/onboardingStatus.ts"
import { settingsChanges } from "../employers/settingsChanges.ts"
import { audit } from "../platform/audit/audit.ts"
import { newId } from "../platform/ids/newId.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { Ato } from "../ato/Ato.ts"
import { atoConnectionsRepo, atoEmployerOf } from "../employers/AtoConnectionsRepo.ts"
import { staplingRequestsRepo, type StoredStaplingRequest } from "./StaplingRequestsRepo.ts"
import { type Payee, StaplingResult } from "../ato/AtoAdapter.ts"

/** The session and the employee of a stapled-fund request. */
interface StaplingLookUp {
  readonly productId: S.ProductId
  readonly employerId: S.EmployerId
  readonly sessionId: S.OnboardingSessionId
  /** The employee; run only if the ATO is asked, because it may open a tax file number. */
  readonly payee: Effect.Effect<Payee>
}

export class Stapling extends Context.Service<
  Stapling,
  {
    /** Whether the employer has connected stapling; `not_connected` for an employer that doesn't exist. */
    readonly connection: (productId: S.ProductId, employerId: S.EmployerId) => Effect.Effect<S.StaplingStatus>
    /**
     * The ATO's result for the session's employee: stored, or requested now, which takes up to five seconds. Call it
     * outside of a transaction. A request writes the audit log. If the ATO reports that the employer's permission is
     * gone, the connection lapses and the partner receives `employer_settings_changed`.
     */
    readonly lookUp: (request: StaplingLookUp) => Effect.Effect<StaplingResult>
    /** The session's request to the ATO and its answer; undefined if there was no request. Sends no request. */
    readonly known: (
      productId: S.ProductId,
      sessionId: S.OnboardingSessionId
    ) => Effect.Effect<StoredStaplingRequest | undefined>
    /** Removes the ATO's answer, when the session's personal data is erased; in the caller's transaction. */
    readonly forget: (
      productId: S.ProductId,
      sessionId: S.OnboardingSessionId
    ) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/stapling/Stapling") {
  static readonly layer = Layer.effect(
    Stapling,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const ato = yield* Ato
      const employers = yield* employersRepo
      const requests = yield* staplingRequestsRepo
      const changes = yield* settingsChanges
      const connections = yield* atoConnectionsRepo

      /** Creates the session's request, or finds it. None if the employer hasn't connected stapling. */
      const requestOf = Effect.fnUntraced(
        function* ({ employerId, productId, sessionId }: StaplingLookUp) {
          const before = yield* requests.find(productId, sessionId)
          if (before?.result) return Option.some(before)
          const employer = Option.getOrUndefined(yield* employers.find(productId, employerId))
          if (employer === undefined || !isStaplingEnabled(employer)) {
            return Option.none<StoredStaplingRequest>()
          }
          if (before !== undefined) return Option.some(before)
          const request_id = yield* newId
          const isNew = yield* requests.insert({
            session_id: sessionId,
            product_id: productId,
            employer_id: employerId,
            request_id,
            requested_at: yield* clock.nowOf(productId)
          })
          if (isNew) {
            yield* audit({
              actor: { kind: "system" },
              action: "stapled_fund.request",
              productId,
              entity: { kind: "onboarding_session", id: sessionId },
              detail: { ato_request_id: request_id }
            })
          }
          return Option.fromUndefinedOr(yield* requests.find(productId, sessionId))
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      const lapse = Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
        const employer = Option.getOrUndefined(yield* employers.lock(productId, employerId))
        if (employer?.stapling_status !== "connected") return
        yield* changes.apply(employer, { stapling_status: "lapsed" }, yield* clock.nowOf(productId))
      }, sql.withTransaction)

      const ask = Effect.fnUntraced(function* (request: StaplingLookUp, requestId: string) {
        const { employerId, productId, sessionId } = request
        const employer = atoEmployerOf(yield* connections.find(productId, employerId))
        const result = yield* ato.requestStapledFund({ requestId, employer, payee: yield* request.payee })
        if (result._tag === "NotConnected") yield* lapse(productId, employerId)
        if (result._tag === "NotConnected" || result._tag === "Unavailable") return result
        yield* requests.settle(
          { product_id: productId, session_id: sessionId },
          result,
          yield* clock.nowOf(productId)
        )
        // If two requests ran concurrently, both return the answer that was stored first.
        return (yield* requests.find(productId, sessionId))?.result ?? result
      })

      return Stapling.of({
        connection: Effect.fn("Stapling.connection")(
          (productId: S.ProductId, employerId: S.EmployerId) =>
            Effect.map(
              employers.find(productId, employerId),
              Option.match({
                onNone: () => "not_connected" as const,
                onSome: ({ stapling_status }) => stapling_status
              })
            ),
          Effect.orDie
        ),

        lookUp: Effect.fn("Stapling.lookUp")(function* (request) {
          if (Option.isSome(yield* Effect.serviceOption(sql.transactionService))) {
            return yield* Effect.die(new Error("The ATO is asked outside of transactions"))
          }
          const made = Option.getOrUndefined(yield* requestOf(request))
          if (made === undefined) return StaplingResult.NotConnected()
          return made.result ?? (yield* ask(request, made.request_id))
        }, Effect.orDie),

        known: (productId, sessionId) => Effect.orDie(requests.find(productId, sessionId)),
        forget: (productId, sessionId) => Effect.asVoid(requests.remove(productId, sessionId))
      })
    })
  )
}
