import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import type * as Types from "effect/Types"
import { admits } from "./accept.ts"
import { unlessUnchanged } from "./conditional.ts"
import { withinDeadline } from "./deadline.ts"
import { explain, type Situation } from "./explain.ts"
import { type Exchange, finish, refuse } from "./finish.ts"
import { refuseUnfit } from "./fitness.ts"
import { lingering } from "./lingering.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { prepare } from "./prepare.ts"
import * as Refusals from "./refusals.ts"
import { CurrentRequestId, requestIdFrom } from "./requestId.ts"
import { makeRouteTable, type Match } from "./routes.ts"
import { pathOf, withLiteralPath } from "./target.ts"

const isClientAbort = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const kibibyte = 1024

/** Refusals that need no authentication first, because they cost the server nothing and tell the caller nothing. */
const refuseEarly = ({ match, maxBodyBytes, request, table }: Situation): Refusals.Refusal | undefined => {
  const unfit = refuseUnfit(request)
  if (unfit !== undefined) return unfit
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
    return Refusals.payloadTooLarge(maxBodyBytes)
  if (table.hasEmptyId(request.url)) return Refusals.notFound
  if (table.isTakenForId(request.method, request.url))
    return Refusals.methodNotAllowed(request.method, table.methodsOf(request.url))
  if (match !== undefined && !admits(request.headers["accept"], match.route.produces)) {
    return Refusals.notAcceptable(match.route.produces)
  }
  return undefined
}

/** Sentences for answers that came as a bare status. */
const refusalForStatus =
  (match: Match | undefined, { maxBodyBytes, wait }: { maxBodyBytes: number; wait: Duration.Duration }) =>
  (status: number): Refusals.Refusal | undefined => {
    switch (status) {
      case 404:
        return Refusals.notFound
      case 413:
        return Refusals.payloadTooLarge(maxBodyBytes)
      case 415:
        return Refusals.unsupportedMediaType(match?.route.consumes ?? [])
      case 500:
        return Refusals.internal
      case 503:
        return Refusals.unavailable(wait)
      default:
        return undefined
    }
  }

/**
 * Gives every answer of a router its manners. APIs that are served elsewhere need not be listed; pages may share the
 * router, and keep their own answers.
 */
export const layer = (
  apis: ReadonlyArray<Mannered>,
  manners: ServerManners = {}
): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const table = makeRouteTable(apis, manners.pages)
  const maxBodyBytes = manners.maxBodyBytes ?? 256 * kibibyte
  const maxBodySize = ByteSize.fromInputUnsafe(maxBodyBytes)
  const wait = manners.retryAfterShutdown ?? Duration.seconds(5)
  const logsAccess = manners.accessLog ?? true

  const answer = Effect.fnUntraced(function* (app: App) {
    const received = yield* HttpServerRequest.HttpServerRequest
    const incoming = withLiteralPath(received)
    const started = yield* Clock.currentTimeMillis
    const match = table.find(incoming.method, incoming.url)
    const request = match === undefined ? incoming : prepare(incoming, match.route)
    const situation: Situation = { request, match, table, manners, maxBodyBytes }
    const exchange: Exchange = {
      requestId: requestIdFrom(incoming.headers["x-request-id"]),
      path: pathOf(received.url),
      mannered: match?.route.mannered ?? table.apiOf(incoming.url),
      manners,
      headers: match?.route.retired ?? {}
    }
    const refusalFor = refusalForStatus(match, { maxBodyBytes, wait })
    const log = (status: number) =>
      logsAccess ? logAnswer(incoming.method, match, status, started) : Effect.void
    const watch = (response: HttpServerResponse.HttpServerResponse) =>
      manners.onAnswer === undefined
        ? Effect.void
        : Effect.flatMap(Clock.currentTimeMillis, (now) =>
            manners.onAnswer!({
              request,
              response,
              requestId: exchange.requestId,
              path: exchange.path,
              operation: match?.route.endpoint.identifier,
              durationMillis: now - started
            })
          )
    const done = (response: HttpServerResponse.HttpServerResponse) => finish(response, exchange, refusalFor)
    // Only an interrupted request reaches this unfinished: the server makes its answer after this middleware.
    yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(done(response)))

    const recovered = (cause: Cause.Cause<Types.unhandled>): App =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.andThen(log(isClientAbort(cause) ? 499 : 503), Effect.failCause(cause))
        : Effect.gen(function* () {
            const explanation = yield* explain(cause, situation)
            const response =
              explanation._tag === "Answer" ? explanation.response : refuse(explanation.refusal, exchange)
            if (response.status === 503) yield* Effect.logWarning("The request can't be answered now", cause)
            else if (response.status >= 500) yield* Effect.logError("The request failed", cause)
            return response
          })
    const early = refuseEarly(situation)
    const overdue = Effect.suspend(() =>
      Effect.as(
        Effect.logWarning("The request was not answered in time"),
        refuse(Refusals.overdue(wait), exchange)
      )
    )
    const inTime = manners.deadline === undefined ? app : withinDeadline(app, manners.deadline, overdue)
    const run: App = early === undefined ? inTime : Effect.succeed(refuse(early, exchange))
    const response = yield* run.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.provideService(HttpServerRequest.MaxBodySize, maxBodySize),
      Effect.provideService(CurrentRequestId, exchange.requestId),
      Effect.catchCause(recovered),
      Effect.map((made) => done(unlessUnchanged(request, made))),
      Effect.tap((response) => Effect.andThen(log(response.status), watch(response))),
      Effect.annotateLogs("request_id", exchange.requestId)
    )
    return lingering(response, request)
  })

  return HttpRouter.middleware(answer as (app: App) => App, { global: true })
}

/** Who asked for what is in the route's template; queries, headers and the ids in a path are not logged. */
const logAnswer = Effect.fnUntraced(function* (
  method: string,
  match: Match | undefined,
  status: number,
  started: number
) {
  const elapsed = (yield* Clock.currentTimeMillis) - started
  const route = match?.route.template ?? "(no operation)"
  yield* Effect.logInfo(`${method} ${route} ${status} ${elapsed} ms`).pipe(
    Effect.annotateLogs({ method, route, status, duration_ms: elapsed })
  )
})
