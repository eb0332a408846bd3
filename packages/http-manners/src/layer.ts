/**
 * The rules for every request and answer of an HttpApi server. `layer` is the middleware that applies them:
 * `refuseEarly` refuses before authentication, `prepare` reads the body strictly, `explain` finds the reason of a
 * failure (`slots` and `issues` for a request that doesn't fit its schema), and `finish` completes each answer.
 * `Mannered` has the settings, `routes` the table of operations, and `clientErrors` and `unserved` answer requests that
 * reach no router.
 *
 * Why: HttpApi answers bad requests with empty 400s, knows no 405 and takes bodies of any size. Three servers need the
 * same correction, so this package knows no particular API (D-shared-packages).
 *
 * The traps: an issue never quotes the value that it refuses, which may be a tax file number. An unknown key is named
 * only if it has the form of a field name. A log line has the route's template, not the path. The middleware runs for
 * every call, so each service or step added here costs all of them.
 */

import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as References from "effect/References"
import type * as Types from "effect/Types"
import { admits } from "./accept.ts"
import { unlessUnchanged, type Exchange, finish, refuse, lingering } from "./finish.ts"
import { withinDeadline } from "./deadline.ts"
import { explain, type Situation } from "./explain.ts"
import { refuseUnfit } from "./fitness.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { prepare } from "./prepare.ts"
import * as Refusals from "./refusals.ts"
import { callersRequestId, CurrentRequestId, requestIdFrom, RequestLog } from "./answerHeaders.ts"
import { makeRouteTable, type Match } from "./routes.ts"
import { pathOf, withLiteralPath } from "./target.ts"

const isClientAbort = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const kibibyte = 1024

/** Refusals before authentication: they cost the server nothing and disclose nothing to the caller. */
const refuseEarly = ({ match, maxBodyBytes, request, table }: Situation): Refusals.Refusal | undefined => {
  const unfit = refuseUnfit(request)
  if (unfit !== undefined) return unfit
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
    return Refusals.payloadTooLarge(maxBodyBytes)
  if (match?.isLiteral !== true && table.hasEmptyId(request.url))
    return Refusals.notFoundBeside(table.nearby(request.url))
  if (match === undefined && table.isTakenForId(request.method, request.url))
    return Refusals.methodNotAllowed(request.method, table.methodsOf(request.url))
  if (match !== undefined && !admits(request.headers["accept"], match.route.produces)) {
    return Refusals.notAcceptable(match.route.produces)
  }
  return undefined
}

/** Adds a sentence to answers that have only a bare status. */
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

const NONE: Readonly<Record<string, string>> = {}

const retiredAt = (retired: Readonly<Record<string, string>> = NONE, { linkAt }: ServerManners) => {
  const { link } = retired
  return link === undefined || linkAt === undefined ? retired : { ...retired, link: linkAt(link) }
}

/**
 * Applies these rules to every answer of a router. APIs that are served elsewhere need not be listed. Pages may share
 * the router, and keep their own answers.
 */
export const layer = (
  apis: ReadonlyArray<Mannered>,
  manners: ServerManners = {}
): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const table = makeRouteTable(apis, manners.pages)
  const maxBodyBytes = manners.maxBodyBytes ?? 256 * kibibyte
  const maxBodySize = ByteSize.fromInputUnsafe(maxBodyBytes)
  const wait = manners.retryAfterShutdown ?? Duration.seconds(5)
  const isQuiet = manners.isQuiet ?? (() => false)
  const logs = manners.accessLog ?? true
  const isProbe = manners.isProbe ?? (() => false)

  /** Uses one context for everything that a request adds, and few steps: this runs for every call. */
  const answer = (app: App): App =>
    Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const received = Context.get(context, HttpServerRequest.HttpServerRequest)
      const clock = Context.get(context, Clock.Clock)
      const incoming = withLiteralPath(received)
      const started = clock.currentTimeMillisUnsafe()
      const match = table.find(incoming.method, incoming.url)
      const request = match === undefined ? incoming : prepare(incoming, match.route)
      const situation: Situation = { request, match, table, manners, maxBodyBytes }
      const requestId = requestIdFrom(incoming.headers["x-request-id"])
      const exchange: Exchange = {
        requestId,
        path: pathOf(received.url),
        mannered: match?.route.mannered ?? table.apiOf(incoming.url),
        manners,
        headers: retiredAt(match?.route.retired, manners)
      }
      const isWatched = !isQuiet(exchange.path)
      const logsAccess = logs && isWatched
      const refusalFor = refusalForStatus(match, { maxBodyBytes, wait })
      const log = (status: number) =>
        logsAccess
          ? logAnswer(incoming.method, match, status, {
              elapsed: clock.currentTimeMillisUnsafe() - started,
              level: status < 400 && isProbe(exchange.path) ? "Debug" : "Info"
            })
          : Effect.void
      const watch = (response: HttpServerResponse.HttpServerResponse) =>
        manners.onAnswer === undefined || !isWatched
          ? Effect.void
          : manners.onAnswer({
              request,
              response,
              requestId,
              path: exchange.path,
              operation: match?.route.endpoint.identifier,
              durationMillis: clock.currentTimeMillisUnsafe() - started
            })
      const done = (response: HttpServerResponse.HttpServerResponse) => finish(response, exchange, refusalFor)
      const end = (made: HttpServerResponse.HttpServerResponse): App => {
        const response = done(unlessUnchanged(request, made))
        const observed = logsAccess ? Effect.andThen(log(response.status), watch(response)) : watch(response)
        return Effect.as(observed, lingering(response, request))
      }
      const recovered = (cause: Cause.Cause<Types.unhandled>): App =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.andThen(log(isClientAbort(cause) ? 499 : 503), Effect.failCause(cause))
          : Effect.gen(function* () {
              const explanation = yield* explain(cause, situation)
              const response =
                explanation._tag === "Answer" ? explanation.response : refuse(explanation.refusal, exchange)
              if (response.status === 503)
                yield* Effect.logWarning("The request can't be answered now", cause)
              else if (response.status >= 500) yield* Effect.logError("The request failed", cause)
              return yield* end(response)
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
      const callersId = callersRequestId(incoming.headers["x-request-id"], requestId)
      // One object for all lines of the request: `logCaller` adds to it.
      const requestLog: Record<string, unknown> = {
        ...Context.get(context, References.CurrentLogAnnotations),
        request_id: requestId,
        ...(callersId === undefined ? {} : { caller_request_id: callersId })
      }
      // One by one: to provide a context of them would copy every service of the program, twice, for each call.
      const added = (services: Context.Context<never>) =>
        services.pipe(
          Context.add(HttpServerRequest.HttpServerRequest, request),
          Context.add(HttpServerRequest.MaxBodySize, maxBodySize),
          Context.add(CurrentRequestId, requestId),
          Context.add(RequestLog, requestLog),
          Context.add(References.CurrentLogAnnotations, requestLog)
        )
      // Only an interrupted request's answer is unfinished here: the server creates that answer after this middleware.
      HttpEffect.appendPreResponseHandlerUnsafe(context, (_, response) => Effect.succeed(done(response)))
      const handling = Effect.matchCauseEffect(run, { onSuccess: end, onFailure: recovered })
      const observed =
        manners.around === undefined || !isWatched
          ? handling
          : manners.around(request, sharing(handling, requestLog), match?.route.endpoint.identifier)
      return Effect.updateContext(observed, added) as App
    }) as App

  return HttpRouter.middleware(answer, { global: true })
}

/** Lets all lines share `log` again below an `around`: if that annotates lines, they have a copy. */
const sharing = <A, E, R>(handling: Effect.Effect<A, E, R>, log: Record<string, unknown>) =>
  Effect.updateContext(handling, (context: Context.Context<R>) =>
    Context.add(
      context,
      References.CurrentLogAnnotations,
      Object.assign(log, Context.get(context, References.CurrentLogAnnotations))
    )
  )

/** Logs the route's template only: queries, headers and the ids in a path are not logged. */
const logAnswer = (
  method: string,
  match: Match | undefined,
  status: number,
  { elapsed, level }: { readonly elapsed: number; readonly level: "Debug" | "Info" }
) => {
  const route = match?.route.template ?? "(no operation)"
  const operation = match?.route.endpoint.identifier
  return Effect.logWithLevel(level)(`${method} ${route} ${status} ${elapsed} ms`).pipe(
    Effect.annotateLogs({
      method,
      route,
      ...(operation === undefined ? {} : { operation }),
      status,
      duration_ms: elapsed
    })
  )
}
