import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Agent } from "undici"
import { type ExchangeResult, issuesOf } from "@embedded-super/http-manners"
import { outlasting } from "../../platform/database/operation.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { currentTrace } from "../../platform/telemetry/traces.ts"
import { machineNow, things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { accessTokens } from "@embedded-super/rules/authentication/AccessTokens"
import {
  type AuthFlow,
  type CallToAuthorise,
  type FundCredential,
  NotAuthorised
} from "@embedded-super/rules/authentication/AuthFlow"
import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import {
  employerLookup,
  type FundOperation,
  COMMON,
  callHeaders,
  TOKEN_TIMEOUT
} from "@embedded-super/rules/calls/FundOperation"
import type { FundCall, MadeCall, NotedExchange } from "./FundCall.ts"
import { fundAddresses, fundAgents, postToFund } from "./FundAgents.ts"
import { judgeAnswer, repeatable } from "@embedded-super/rules/calls/judgeAnswer"

/** The profile's flow was changed, but the credentials weren't. */
const unfit = (mistake: string) =>
  new NotAuthorised({
    outcome: {
      kind: "credentials",
      words: `The fund's credentials don't fit its profile's authentication flow: ${mistake}.`
    }
  })

export const unsent = <Answer>(outcome: CallOutcome<Answer>) => ({ outcome, status: null })

/** Encodes the body; fails with the names of the fields that break the contract. */
const encode = <Request>(schema: Schema.Codec<Request, unknown>, request: Request) =>
  Result.mapBoth(Schema.encodeUnknownResult(schema, { errors: "all" })(request), {
    onSuccess: (encoded) => encoded as object,
    onFailure: ({ issue }) => issuesOf("body", issue, undefined).map(({ pointer }) => pointer)
  })

/** The tax file number of a request's body. */
const tfnIn = (encoded: object): string | undefined => {
  const tfn: unknown = Reflect.get(encoded, "tfn")
  return typeof tfn === "string" ? tfn : undefined
}

/** The call as the time line shows it. `hidden` are the names of the headers that hold credentials. */
const notedExchange = (
  url: URL,
  requestId: string,
  sent: {
    readonly headers: Readonly<Record<string, string>>
    readonly hidden: ReadonlyArray<string>
    readonly body: string
  },
  { answer, retryAfter, status }: ExchangeResult,
  beganAt: number
): NotedExchange => ({
  call: { method: "POST", path: url.pathname, status, requestId },
  beganAt,
  retryAfter: repeatable(retryAfter),
  sent: sent.headers["traceparent"],
  request: {
    headers: { ...sent.headers, ...Object.fromEntries(sent.hidden.map((name) => [name, "(hidden)"])) },
    body: sent.body
  },
  ...(status === null
    ? {}
    : {
        answer: {
          headers: retryAfter === null ? {} : { "retry-after": retryAfter },
          body: answer === null ? null : answer.toString()
        }
      })
})

/** Sends one admitted call with the fund's authentication flow, and judges its outcome. */
export const makeSendToFund = Effect.gen(function* () {
  const { baseUrl, dev, timeouts } = yield* Settings
  const { reachable } = fundAddresses(dev)
  const tokens = yield* accessTokens
  const agents = yield* fundAgents
  const credentials = yield* FundCredentials
  const faultPoint = yield* FaultPoint
  const timeline = yield* Timeline
  const context = yield* Effect.context<never>()
  const atMoment = (moment: "connected" | "sent" | "answered") =>
    void Effect.runForkWith(context)(faultPoint(moment))
  const watched = faultPoint === noFault ? undefined : atMoment

  const agentFor = (fund: StoredFund, flow: AuthFlow, { secret, version }: FundCredential) => {
    const certificate = flow.clientCertificate?.(secret)
    return agents.of(fund, certificate && { ...certificate, version })
  }

  /** For a flow that first calls another address of the fund. */
  const elsewhere =
    (fund: StoredFund, agent: Agent): CallToAuthorise["post"] =>
    (address, headers, body) => {
      const at = reachable(fund, address)
      return Result.isFailure(at)
        ? Effect.fail(new NotAuthorised({ outcome: { kind: "fault", words: at.failure } }))
        : Effect.tap(
            postToFund(agent, at.success, { ...COMMON, ...headers }, body, TOKEN_TIMEOUT),
            ({ status }) =>
              timeline.note({
                kind: "access_token_fetched",
                detail: { fund: fund.name, status },
                about: things({ fund: fund.id }),
                to: fund.name
              })
          )
    }

  return Effect.fnUntraced(function* <Request, Answer>(
    operation: FundOperation<Request, Answer>,
    { fund, idempotencyKey, request, requestId }: FundCall<Request>,
    at: { readonly address: string; readonly url: URL },
    credential: FundCredential
  ) {
    const flow = authFlowOf(fund.profile.authentication)
    const encoding = encode(operation.request, request)
    if (Result.isFailure(encoding)) {
      const words = `The request doesn't fit the fund API at ${encoding.failure.join(", ")}.`
      return unsent<Answer>({ kind: "fault", words })
    }
    const encoded = encoding.success
    const body = JSON.stringify(encoded)
    const headers = callHeaders(requestId, idempotencyKey)
    const isLookup = operation.name === employerLookup.name
    const whole = Duration.toMillis(isLookup ? timeouts.lookup : operation.timeout(fund.profile))

    const attempt: (isRenewed: boolean) => Effect.Effect<Omit<MadeCall<Answer>, "took">, NotAuthorised> =
      Effect.fnUntraced(function* (isRenewed) {
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
        const trace = yield* currentTrace
        const traceparent =
          trace?.isOurs !== true && timeline.isOn ? yield* timeline.traceparent : trace?.traceparent
        const open = traceparent === undefined ? headers : { ...headers, traceparent }
        const sent = { ...open, ...authorisation.headers }
        const beganAt = timeline.isOn ? machineNow() : 0
        const result = yield* postToFund(agent, at.url, sent, body, whole, watched)
        yield* Effect.logDebug("A fund's host has answered, or failed to").pipe(
          Effect.annotateLogs({
            fund: fund.slug,
            host: at.url.host,
            status: result.status,
            fund_request_id: requestId
          })
        )
        if (result.status === 401 && authorisation.renew !== undefined && !isRenewed) {
          // The fund did nothing: repeat the same call once, with a new token.
          yield* authorisation.renew
          return yield* attempt(true)
        }
        const outcome = judgeAnswer(operation, result, {
          fields: Object.keys(encoded),
          flow: flow.flow,
          isPinned: fund.profile.ca_certificate !== undefined,
          now: yield* Clock.currentTimeMillis,
          tfn: tfnIn(encoded)
        })
        if (!timeline.isOn) return { outcome, status: result.status }
        const hidden = Object.keys(authorisation.headers)
        const noted = notedExchange(at.url, requestId, { headers: open, hidden, body }, result, beganAt)
        return { outcome, status: result.status, noted }
      })
    const made = yield* Effect.catchTag(attempt(false), "NotAuthorised", ({ outcome }) =>
      Effect.succeed(unsent<Answer>(outcome))
    )
    if (made.outcome.kind === "credentials") {
      yield* outlasting(credentials.refused(fund.id, credential.version))
    }
    return made
  })
})
