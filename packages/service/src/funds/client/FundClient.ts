/**
 * The client for calls to funds, durable calls and lookups alike. `FundOperation` describes an operation, `gate/`
 * admits a call, `authFlows` has the authentication that was agreed with the fund, `sendToFund` sends the call, and
 * `judgeAnswer` makes a `CallOutcome` of the answer.
 *
 * Why one attempt: a registration may be retried for minutes, but an employer waits for a lookup. So the caller decides
 * on retries. The only repeat here follows a 401 that may mean an expired access token.
 *
 * The traps: a call needs an admission, and an unused admission must be given back. The `words` of an outcome are
 * stored and may be sent to the fund, so they never repeat a value of a body.
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { ProductId } from "@embedded-super/contracts/schemas"
import type { SqlError } from "effect/sql/SqlError"
import { outlasting } from "../../platform/database/operation.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { count, observe } from "../../platform/metrics/counting.ts"
import { fundLabels } from "../../platform/metrics/definitions.ts"
import { annotateTrace, traced } from "../../platform/telemetry/traces.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { fundAddresses } from "./FundAgents.ts"
import type { FundOperation } from "@embedded-super/rules/calls/FundOperation"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import type { Admission, Admitted, FundCall, MadeCall } from "./FundCall.ts"
import { fundGates, NOTHING_IS_SENT } from "./gate/FundGates.ts"
import { makeSendToFund, unsent } from "./sendToFund.ts"

/**
 * The only way to call a fund, for every operation. It makes one attempt, with the fund's agreed authentication flow,
 * and returns its outcome; the caller's retry rules decide on another attempt. Requests and answers are neither logged
 * nor stored.
 */
export class FundClient extends Context.Service<
  FundClient,
  {
    /**
     * Asks for the right to call a fund once for a product. Refused while the fund or all outgoing work is held, and while
     * the fund has no usable credentials.
     */
    readonly admit: (fund: StoredFund, productId: ProductId) => Effect.Effect<Admission, SqlError>
    /** Counts the call as under way for another 12 seconds. Repeat it every few seconds while the call lasts. */
    readonly renew: (admitted: Admitted) => Effect.Effect<void, SqlError>
    /** Gives back the right to call. Nothing was sent. */
    readonly giveBack: (admitted: Admitted) => Effect.Effect<void, SqlError>
    readonly call: <Request, Answer>(
      operation: FundOperation<Request, Answer>,
      call: FundCall<Request>
    ) => Effect.Effect<MadeCall<Answer>, SqlError>
  }
>()("@embedded-super/service/funds/client/FundClient") {
  static readonly layer = Layer.effect(
    FundClient,
    Effect.gen(function* () {
      const { dev } = yield* Settings
      const { target } = fundAddresses(dev)
      const send = yield* makeSendToFund
      const credentials = yield* FundCredentials
      const gates = yield* fundGates
      const outgoing = yield* Outgoing

      /** The outcome that the gate counts for an interrupted call. */
      const brokenOff = { kind: "unknown", words: "The call was interrupted." } as const

      const prepared = Effect.fnUntraced(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        call: FundCall<Request>
      ) {
        const { admitted, fund, productId } = call
        const { credential, pass } = admitted
        if (!admitted.isOfItsKind || admitted.productId !== productId) {
          const words = "Live products reach only real funds, and sandboxed products only simulated ones."
          yield* gates.giveBack(pass)
          return unsent<Answer>({ kind: "fault", words })
        }
        const at = target(fund, operation)
        if (Result.isFailure(at)) {
          yield* gates.giveBack(pass)
          return unsent<Answer>({ kind: "fault", words: at.failure })
        }
        const made = Effect.map(send(operation, call, at.success, credential), (made) =>
          made.outcome.kind === "credentials"
            ? { ...made, outcome: { ...made.outcome, untried: pass.untried } }
            : made
        )
        /** The fund's answer must not be lost because the gate can't be written. */
        const leave = (outcome: MadeCall<unknown>["outcome"]) =>
          outlasting(gates.leave(fund, pass, outcome)).pipe(
            Effect.catchCause((cause) => Effect.logWarning("The gate of a fund can't be written", cause)),
            Effect.annotateLogs({ fund: fund.slug })
          )
        return yield* made.pipe(
          Effect.onExit((exit) => leave(Exit.isSuccess(exit) ? exit.value.outcome : brokenOff))
        )
      })

      const call = Effect.fn("FundClient.call")(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        call: FundCall<Request>
      ) {
        const startedAt = yield* Clock.currentTimeMillis
        const made = yield* prepared(operation, call).pipe(
          Effect.tap(({ outcome, status }) =>
            annotateTrace({ outcome: outcome.kind, "http.response.status_code": status })
          ),
          traced(`fund ${operation.name}`, {
            kind: "client",
            attributes: {
              operation: operation.name,
              fund: call.fund.slug,
              fund_request_id: call.requestId,
              "http.request.method": "POST"
            }
          })
        )
        const took = Math.max(0, Math.round((yield* Clock.currentTimeMillis) - startedAt))
        yield* Effect.logInfo("Called a fund").pipe(
          Effect.annotateLogs({
            fund: call.fund.slug,
            operation: operation.name,
            outcome: made.outcome.kind,
            status: made.status,
            took,
            fund_request_id: call.requestId
          })
        )
        const labels = { ...fundLabels(call.fund.slug, call.fund.simulated), operation: operation.name }
        yield* count("embedded_super_fund_calls_total", { ...labels, outcome: made.outcome.kind })
        yield* observe("embedded_super_fund_call_duration_seconds", labels, took / 1000)
        return { ...made, took }
      })

      return FundClient.of({
        admit: Effect.fn("FundClient.admit")(function* (fund, productId) {
          if ((yield* outgoing.hold) !== undefined) return NOTHING_IS_SENT
          const seen = yield* gates.enterOpen(fund, productId)
          if (seen === undefined) return NO_CREDENTIALS
          const entered =
            seen.pass === undefined
              ? yield* gates.enter(fund, seen.credentials.version)
              : Result.succeed(seen.pass)
          if (Result.isFailure(entered)) return Result.fail(entered.failure)
          const pass = entered.success
          const credential = yield* credentials
            .opened(fund.id, seen.credentials)
            .pipe(Effect.onError(() => Effect.ignore(gates.giveBack(pass))))
          return Result.succeed({
            productId,
            isOfItsKind: seen.sandboxed === fund.simulated,
            credential,
            pass
          })
        }),

        renew: ({ pass }) => gates.renew(pass),
        giveBack: ({ pass }) => gates.giveBack(pass),
        call
      })
    })
  )
}

const NO_CREDENTIALS = Result.fail({ because: "credentials" } as const)
