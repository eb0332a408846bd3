import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { ProductId } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import { Settings } from "../../platform/config/Settings.ts"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { exchange } from "../../platform/egress/exchange.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { authFlows } from "./authFlows.ts"
import type { CallOutcome, MadeCall } from "./CallOutcome.ts"
import { CONNECT_TIMEOUT, FundAgents } from "./FundAgents.ts"
import type { FundOperation } from "./FundOperation.ts"
import { judgeAnswer, LONGEST_ANSWER } from "./judgeAnswer.ts"

/** One call of one operation. */
export interface FundCall<Request> {
  /** The partner's product for which the fund is called. */
  readonly productId: ProductId
  readonly fund: StoredFund
  readonly request: Request
  /** Names this one call; each retry has its own. */
  readonly requestId: string
  /** The same over every retry; undefined for operations that change nothing. */
  readonly idempotencyKey?: string
}

/**
 * The one way to a fund, for every operation. It makes one attempt, with the fund's agreed authentication flow, and
 * says what came of it; whether there is another one is for the retry rules of whoever calls. What is sent and
 * answered is neither logged nor kept.
 */
export class FundClient extends Context.Service<
  FundClient,
  {
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
      const agents = yield* FundAgents
      const credentials = yield* FundCredentials
      const sql = yield* SqlClient.SqlClient
      const faultPoint = yield* FaultPoint
      const context = yield* Effect.context<never>()
      const atMoment = (moment: "connected" | "sent" | "answered") =>
        void Effect.runForkWith(context)(faultPoint(moment))
      const watched = faultPoint === noFault ? undefined : atMoment

      /** Where to call, if the fund may be called there. */
      const target = (
        { profile, simulated }: StoredFund,
        operation: Pick<FundOperation<never, unknown>, "name" | "url">
      ) => {
        const address = operation.url(profile)
        const url = address === undefined ? null : URL.parse(address)
        if (url === null) return Result.fail(`The fund's profile doesn't offer ${operation.name}.`)
        return url.protocol === "https:" || (dev && simulated)
          ? Result.succeed(url)
          : Result.fail(
              "The fund's address is plain http, which is for simulators in development (--dev) alone."
            )
      }

      /** A sandbox never reaches a real fund, nor a live product a simulated one, whoever asks (settled 25). */
      const mayReach = Effect.fnUntraced(function* (productId: ProductId, { simulated }: StoredFund) {
        const rows = yield* sql`SELECT FROM products WHERE id = ${productId} AND sandboxed = ${simulated}`
        return rows.length === 1
      })

      const send = Effect.fnUntraced(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        { fund, idempotencyKey, productId, request, requestId }: FundCall<Request>
      ) {
        if (!(yield* mayReach(productId, fund))) {
          const words = "Live products reach real funds alone, and sandboxed products simulated ones."
          return unsent<Answer>({ kind: "not_sent", words })
        }
        const at = target(fund, operation)
        if (Result.isFailure(at)) return unsent<Answer>({ kind: "not_sent", words: at.failure })
        const credential = Option.getOrUndefined(yield* credentials.current(fund.id))
        const flow = authFlows[fund.profile.authentication.flow]
        if (credential === undefined || flow === undefined) {
          return unsent<Answer>({
            kind: "credentials",
            words: "There are no credentials that the fund takes."
          })
        }
        const encoded = yield* encode(operation.request, request)
        const body = JSON.stringify(encoded)
        const headers = {
          "content-type": "application/json",
          accept: "application/json",
          "user-agent": USER_AGENT,
          "x-request-id": requestId,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
          ...flow.headers(credential)
        }
        const whole = Duration.toMillis(operation.timeout(fund.profile))
        const result = yield* exchange(
          yield* agents.of(fund),
          {
            origin: at.success.origin,
            path: at.success.pathname + at.success.search,
            headers: flat(headers),
            body
          },
          {
            connect: Duration.toMillis(CONNECT_TIMEOUT),
            headers: whole,
            whole,
            read: LONGEST_ANSWER,
            keep: LONGEST_ANSWER
          },
          watched
        )
        const outcome = judgeAnswer(operation, result, {
          fields: Object.keys(encoded),
          isPinned: fund.profile.ca_certificate !== undefined,
          now: yield* Clock.currentTimeMillis
        })
        if (outcome.kind === "credentials") yield* credentials.refused(fund.id, credential.version)
        return { outcome, status: result.status }
      })

      const call = Effect.fn("FundClient.call")(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        call: FundCall<Request>
      ) {
        const startedAt = yield* Clock.currentTimeMillis
        const made = yield* send(operation, call)
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

      return FundClient.of({ call })
    })
  )

  static readonly layer = FundClient.layerNoDeps.pipe(Layer.provide(FundAgents.layer))
}

const USER_AGENT = "Embedded-Super-Funds/1"

const unsent = <Answer>(outcome: CallOutcome<Answer>) => ({ outcome, status: null })

/** Dies when what is to be sent doesn't keep the contract, and names the fields alone. */
const encode = Effect.fnUntraced(function* <Request>(
  schema: Schema.Codec<Request, unknown>,
  request: Request
) {
  const encoded = Schema.encodeUnknownResult(schema, { errors: "all" })(request)
  if (Result.isSuccess(encoded)) return encoded.success as object
  const fields = issuesOf("body", encoded.failure.issue, undefined).map(({ pointer }) => pointer)
  return yield* Effect.die(new Error(`A request to a fund doesn't fit its schema at ${fields.join(", ")}.`))
})

const flat = (headers: Readonly<Record<string, string | Redacted.Redacted>>): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) => [
    name,
    Redacted.isRedacted(value) ? Redacted.value(value as Redacted.Redacted) : value
  ])
