import type * as S from "@embedded-super/contracts/schemas"
import { problemResponse } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Types from "effect/Types"
import type { Socket } from "node:net"
import { EventLog } from "../log/EventLog.ts"
import { Faults } from "./Faults.ts"
import { faultHeader, faultOfHeader } from "./header.ts"
import { spoils } from "./spoil.ts"

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
type Request = HttpServerRequest.HttpServerRequest

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!

const titles: Readonly<Record<number, readonly [code: string, title: string]>> = {
  400: ["validation_failed", "The request is not valid"],
  401: ["unauthenticated", "Authentication failed"],
  403: ["forbidden", "Not permitted"],
  429: ["rate_limited", "Rate limit exceeded"],
  503: ["service_unavailable", "Service unavailable"]
}

const refusal = ({ retry_after_seconds, status = 500 }: S.Fault) => {
  const [code, title] =
    titles[status] ?? (status < 500 ? titles[400]! : (["internal_error", "Temporary server issue"] as const))
  return problemResponse(
    { type: "about:blank", title, status, code, detail: "A fault plan asks for this answer." },
    retry_after_seconds === undefined ? {} : { "retry-after": String(retry_after_seconds) }
  )
}

const unplayable = problemResponse({
  type: "about:blank",
  title: "The request is not valid",
  status: 400,
  code: "validation_failed",
  detail:
    "X-Simulated-Fault names nothing that can be played. Send 503, answer_late;delay_ms=5000, drop_after_work or another play of the fault plan."
})

const socketOf = (request: Request): Socket => (request.source as { readonly socket: Socket }).socket

/** Ends with the connection, without an answer. */
const untilGone = (socket: Socket): Effect.Effect<never> =>
  Effect.callback<never>((resume) => {
    if (socket.closed) resume(Effect.interrupt)
    else socket.once("close", () => resume(Effect.interrupt))
  })

const hangUp = (request: Request): Effect.Effect<never> =>
  Effect.suspend(() => untilGone(socketOf(request).destroy()))

const abnIn = (request: Request): Effect.Effect<string | undefined> =>
  Effect.map(
    Effect.orElseSucceed(request.text, () => ""),
    (text) => {
      const json = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
      return Predicate.hasProperty(json, "abn") && Predicate.isString(json.abn) ? json.abn : undefined
    }
  )

/** Plays the fault plan, and the faults that a request's header asks for, on the operations that a simulator plays. */
export const playFaults = (
  operationOf: (method: string, path: string) => string | undefined
): Layer.Layer<never, never, HttpRouter.HttpRouter | Faults | EventLog> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const faults = yield* Faults
      const log = yield* EventLog

      const play = Effect.fnUntraced(function* (app: App, request: Request, fault: S.Fault) {
        const note = {
          kind: "fault_played",
          summary: `Played the fault ${fault.play}.`,
          detail: { play: fault.play }
        }
        switch (fault.play) {
          case "answer_status":
            yield* log.note(note)
            return refusal(fault)
          case "answer_late": {
            const response = yield* app
            yield* log.note(note)
            yield* Effect.sleep(fault.delay_ms ?? 0)
            return response
          }
          case "drop_before_answer":
            yield* log.noteUnanswered(request, note)
            return yield* hangUp(request)
          case "drop_after_work":
            yield* app
            yield* log.noteUnanswered(request, note)
            return yield* hangUp(request)
          case "no_answer":
            yield* log.noteUnanswered(request, note)
            return yield* untilGone(socketOf(request))
          default: {
            // Every play of the spec has a case above or a row there; the compiler names one that has neither.
            const response = spoils[fault.play](yield* app)
            yield* log.note(note)
            return response
          }
        }
      })

      const spoilt = Effect.fnUntraced(function* (app: App, request: Request, operation: string) {
        const asked = request.headers[faultHeader]
        if (asked !== undefined) {
          const fault = faultOfHeader(asked)
          return Option.isNone(fault) ? unplayable : yield* play(app, request, fault.value)
        }
        const fault = yield* faults.next({ operation, abn: yield* abnIn(request) })
        return Option.isNone(fault) ? yield* app : yield* play(app, request, fault.value)
      })

      return HttpRouter.middleware(
        (app: App): App =>
          Effect.flatMap(
            HttpServerRequest.HttpServerRequest as unknown as Effect.Effect<Request>,
            (request) => {
              const operation = operationOf(request.method, pathOf(request.url))
              if (operation === undefined) return app
              return faults.hasAny() || request.headers[faultHeader] !== undefined
                ? spoilt(app, request, operation)
                : app
            }
          ),
        { global: true }
      )
    })
  )
