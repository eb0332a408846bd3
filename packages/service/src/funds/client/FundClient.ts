import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { ProductId } from "@embedded-super/contracts/schemas"
import { Settings } from "../../platform/config/Settings.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import type { MadeCall } from "./CallOutcome.ts"
import { FundAgents } from "./FundAgents.ts"
import type { Admission, FundCall } from "./FundCall.ts"
import { fundAddresses } from "./fundAddresses.ts"
import type { FundOperation } from "./FundOperation.ts"
import { FundGates } from "./gate/FundGates.ts"
import { makeSendToFund, unsent } from "./sendToFund.ts"

/**
 * The one way to a fund, for every operation. It makes one attempt, with the fund's agreed authentication flow, and
 * says what came of it; whether there is another one is for the retry rules of whoever calls. What is sent and
 * answered is neither logged nor kept.
 */
export class FundClient extends Context.Service<
  FundClient,
  {
    /** Asks to call a fund. None while it is held, or has no credentials that it takes: come back later. */
    readonly admit: (fund: StoredFund) => Effect.Effect<Option.Option<Admission>, SqlError>
    /** The call that was admitted is under way still: call it every few seconds. */
    readonly renew: (admission: Admission) => Effect.Effect<void, SqlError>
    readonly giveBack: (admission: Admission) => Effect.Effect<void, SqlError>
    readonly call: <Request, Answer>(
      operation: FundOperation<Request, Answer>,
      call: FundCall<Request>
    ) => Effect.Effect<MadeCall<Answer>, SqlError>
  }
>()("@embedded-super/service/funds/client/FundClient") {
  static readonly layerNoDeps = Layer.effect(
    FundClient,
    Effect.gen(function* () {
      const { dev } = yield* Settings
      const { target } = fundAddresses(dev)
      const send = yield* makeSendToFund
      const credentials = yield* FundCredentials
      const gates = yield* FundGates
      const sql = yield* SqlClient.SqlClient

      /** A sandbox never reaches a real fund, nor a live product a simulated one, whoever asks (settled 25). */
      const mayReach = Effect.fnUntraced(function* (productId: ProductId, { simulated }: StoredFund) {
        const rows = yield* sql`SELECT FROM products WHERE id = ${productId} AND sandboxed = ${simulated}`
        return rows.length === 1
      })

      const admit = Effect.fn("FundClient.admit")(function* (fund: StoredFund) {
        const credential = yield* credentials.current(fund.id)
        if (Option.isNone(credential)) return Option.none<Admission>()
        const pass = yield* gates.enter(fund, credential.value.version)
        if (Option.isNone(pass)) return Option.none<Admission>()
        // While this one waited before the gate, the call ahead of it may have been refused with the same credentials.
        const still = yield* credentials.current(fund.id)
        const isStill = Option.isSome(still) && still.value.version === credential.value.version
        if (!isStill) yield* gates.giveBack(pass.value)
        return isStill
          ? Option.some({ credential: credential.value, pass: pass.value })
          : Option.none<Admission>()
      })

      /** Where the caller brought none. */
      const askFor = Effect.fnUntraced(function* (fund: StoredFund) {
        const admission = yield* admit(fund)
        if (Option.isSome(admission)) return Result.succeed(admission.value)
        const isHeld = Option.isSome(yield* credentials.current(fund.id))
        return Result.fail(isHeld ? HELD : NO_CREDENTIALS)
      })

      /** What a call that never ended tells of its fund. */
      const brokenOff = { kind: "unknown", words: "The call was broken off." } as const

      const prepared = Effect.fnUntraced(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        call: FundCall<Request>
      ) {
        const { admission, fund, productId } = call
        const giveBack = admission === undefined ? Effect.void : gates.giveBack(admission.pass)
        if (!(yield* mayReach(productId, fund))) {
          const words = "Live products reach real funds alone, and sandboxed products simulated ones."
          yield* giveBack
          return unsent<Answer>({ kind: "not_sent", words })
        }
        const at = target(fund, operation)
        if (Result.isFailure(at)) {
          yield* giveBack
          return unsent<Answer>({ kind: "not_sent", words: at.failure })
        }
        const asked = admission === undefined ? yield* askFor(fund) : Result.succeed(admission)
        if (Result.isFailure(asked)) return unsent<Answer>(asked.failure)
        const { credential, pass } = asked.success
        const made = Effect.map(send(operation, call, at.success, credential), (made) =>
          made.outcome.kind === "credentials"
            ? { ...made, outcome: { ...made.outcome, untried: pass.untried } }
            : made
        )
        return yield* made.pipe(
          Effect.onExit((exit) =>
            Effect.orDie(gates.leave(pass, Exit.isSuccess(exit) ? exit.value.outcome : brokenOff))
          )
        )
      })

      const call = Effect.fn("FundClient.call")(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        call: FundCall<Request>
      ) {
        const startedAt = yield* Clock.currentTimeMillis
        const made = yield* prepared(operation, call)
        const took = Math.max(0, Math.round((yield* Clock.currentTimeMillis) - startedAt))
        yield* Effect.logInfo("Called a fund").pipe(
          Effect.annotateLogs({
            fund: call.fund.slug,
            operation: operation.name,
            outcome: made.outcome.kind,
            status: made.status,
            took,
            request_id: call.requestId
          })
        )
        return { ...made, took }
      })

      const renew = ({ pass }: Admission) => gates.renew(pass)
      const giveBack = ({ pass }: Admission) => gates.giveBack(pass)

      return FundClient.of({ admit, renew, giveBack, call })
    })
  )

  static readonly layer = FundClient.layerNoDeps.pipe(Layer.provide([FundAgents.layer, FundGates.layer]))
}

const NO_CREDENTIALS = {
  kind: "credentials",
  words: "There are no credentials that the fund takes.",
  untried: true
} as const

const HELD = {
  kind: "not_sent",
  words:
    "The fund isn't called for now: it fails or rests, its quota is used up, or a first call tries its credentials."
} as const
