import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Agent } from "undici"
import type { ProductId } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import { Settings } from "../../platform/config/Settings.ts"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { exchange } from "../../platform/egress/exchange.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { accessTokens } from "./AccessTokens.ts"
import { type AuthFlow, type CallToAuthorise, type FundCredential, NotAuthorised } from "./AuthFlow.ts"
import { authFlowOf } from "./authFlows.ts"
import type { CallOutcome, MadeCall } from "./CallOutcome.ts"
import { CONNECT_TIMEOUT, FundAgents } from "./FundAgents.ts"
import { FundGates, type Pass } from "./gate/FundGates.ts"
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
  /** From `admit`; without one the call asks for it by itself, and where there is none it isn't sent. */
  readonly admission?: Admission
}

/** The right to make one call now, with these credentials. Whoever has it calls, or gives it back. */
export interface Admission {
  readonly credential: FundCredential
  readonly pass: Pass
}

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
      const { baseUrl, dev } = yield* Settings
      const tokens = yield* accessTokens
      const agents = yield* FundAgents
      const credentials = yield* FundCredentials
      const gates = yield* FundGates
      const sql = yield* SqlClient.SqlClient
      const faultPoint = yield* FaultPoint
      const context = yield* Effect.context<never>()
      const atMoment = (moment: "connected" | "sent" | "answered") =>
        void Effect.runForkWith(context)(faultPoint(moment))
      const watched = faultPoint === noFault ? undefined : atMoment

      /** An address of the fund, if it may be called. */
      const reachable = ({ simulated }: StoredFund, address: string) => {
        const url = URL.parse(address)
        if (url === null) return Result.fail("The fund's address can't be read.")
        return url.protocol === "https:" || (dev && simulated)
          ? Result.succeed(url)
          : Result.fail(
              "The fund's address is plain http, which is for simulators in development (--dev) alone."
            )
      }

      /** Where an operation is called. */
      const target = (
        fund: StoredFund,
        operation: Pick<FundOperation<never, unknown>, "name" | "url">
      ): Result.Result<{ readonly address: string; readonly url: URL }, string> => {
        const address = operation.url(fund.profile)
        return address === undefined
          ? Result.fail(`The fund's profile doesn't offer ${operation.name}.`)
          : Result.map(reachable(fund, address), (url) => ({ address, url }))
      }

      /** One POST over the fund's own kind of connection. */
      const post = Effect.fnUntraced(function* (
        agent: Agent,
        url: URL,
        headers: Readonly<Record<string, string | Redacted.Redacted>>,
        body: string,
        whole: number,
        moments?: typeof watched
      ) {
        return yield* exchange(
          agent,
          { origin: url.origin, path: url.pathname + url.search, headers: flat(headers), body },
          {
            connect: Duration.toMillis(CONNECT_TIMEOUT),
            headers: whole,
            whole,
            read: LONGEST_ANSWER,
            keep: LONGEST_ANSWER
          },
          moments
        )
      })

      const agentFor = (fund: StoredFund, flow: AuthFlow, { secret, version }: FundCredential) => {
        const certificate = flow.clientCertificate?.(secret)
        return agents.of(fund, certificate && { ...certificate, version })
      }

      /** For a flow that asks another address of the fund first. */
      const elsewhere =
        (fund: StoredFund, agent: Agent): CallToAuthorise["post"] =>
        (address, headers, body) => {
          const at = reachable(fund, address)
          return Result.isFailure(at)
            ? Effect.die(new Error(at.failure))
            : post(agent, at.success, { ...COMMON, ...headers }, body, TOKEN_TIMEOUT)
        }

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

      const send = Effect.fnUntraced(function* <Request, Answer>(
        operation: FundOperation<Request, Answer>,
        { fund, idempotencyKey, request, requestId }: FundCall<Request>,
        at: { readonly address: string; readonly url: URL },
        credential: FundCredential
      ) {
        const flow = authFlowOf(fund.profile.authentication)
        const encoded = yield* encode(operation.request, request)
        const body = JSON.stringify(encoded)
        const headers = {
          ...COMMON,
          "content-type": "application/json",
          "x-request-id": requestId,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
        }
        const whole = Duration.toMillis(operation.timeout(fund.profile))

        const attempt: Effect.Effect<
          Pick<MadeCall<Answer>, "outcome" | "status">,
          NotAuthorised
        > = Effect.gen(function* () {
          const mistake = flow.mistakeIn(Redacted.value(credential.secret))
          if (mistake !== undefined) return yield* unfit(mistake)
          const agent = yield* agentFor(fund, flow, credential)
          const authorisation = yield* flow.authorise({
            credential,
            address: at.address,
            body,
            issuer: baseUrl,
            now: yield* Clock.currentTimeMillis,
            scope: `${fund.id} ${fund.version} ${credential.version}`,
            tokens,
            post: elsewhere(fund, agent)
          })
          const sent = { ...headers, ...authorisation.headers }
          const result = yield* post(agent, at.url, sent, body, whole, watched)
          if (result.status === 401 && authorisation.renew !== undefined) {
            // The fund did nothing: the same call again, once, with a proof that is new.
            yield* authorisation.renew
            return yield* attempt
          }
          const outcome = judgeAnswer(operation, result, {
            fields: Object.keys(encoded),
            flow: flow.flow,
            isPinned: fund.profile.ca_certificate !== undefined,
            now: yield* Clock.currentTimeMillis
          })
          return { outcome, status: result.status }
        })
        const made = yield* Effect.catchTag(attempt, "NotAuthorised", ({ outcome }) =>
          Effect.succeed(unsent<Answer>(outcome))
        )
        if (made.outcome.kind === "credentials") yield* credentials.refused(fund.id, credential.version)
        return made
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

/** Milliseconds that a fund's token endpoint has. */
const TOKEN_TIMEOUT = 10_000

const COMMON = { accept: "application/json", "user-agent": "Embedded-Super-Funds/1" }

/** The profile's flow was changed, and the credentials weren't. */
const unfit = (mistake: string) =>
  new NotAuthorised({
    outcome: {
      kind: "credentials",
      words: `The fund's credentials don't fit its profile's authentication flow: ${mistake}.`
    }
  })

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
