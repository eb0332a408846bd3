import type * as S from "@embedded-super/contracts/schemas"
import { Fault } from "@embedded-super/contracts/schemas"
import { problemResponse } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Types from "effect/Types"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { EventLog } from "../log/EventLog.ts"
import { Faults } from "./Faults.ts"
import { plays } from "./plays.ts"

/** The request header that asks for a fault on this call only. */
export const faultHeader = "x-simulated-fault"

const decode = Schema.decodeUnknownOption(Fault, { onExcessProperty: "error" })

/** Parses `answer_status;status=503;retry_after_seconds=5`, or just `503`, as a fault; none if it names no fault. */
const faultOfHeader = (text: string): Option.Option<Fault> => {
  const [play = "", ...settings] = text.split(";").map((part) => part.trim())
  if (/^[45]\d\d$/.test(play)) return faultOfHeader([`answer_status;status=${play}`, ...settings].join(";"))
  const values = settings.map((setting): [string, unknown] => {
    const [name = "", value = ""] = setting.split("=").map((part) => part.trim())
    return [name, /^\d+$/.test(value) ? Number(value) : value]
  })
  const fault = decode({ ...Object.fromEntries(values), operation_id: "*", play })
  return Option.filter(fault, ({ play, status }) => play !== "answer_status" || status !== undefined)
}

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
type Request = HttpServerRequest.HttpServerRequest

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!

const unplayable = problemResponse({
  type: "about:blank",
  title: "The request is not valid",
  status: 400,
  code: "validation_failed",
  detail:
    "X-Simulated-Fault names no known fault. Send 503, answer_late;delay_ms=5000, drop_after_work or another play of the fault plan."
})

const abnIn = (request: Request): Effect.Effect<string | undefined> =>
  Effect.map(
    Effect.orElseSucceed(request.text, () => ""),
    (text) => {
      const json = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
      return Predicate.hasProperty(json, "abn") && Predicate.isString(json.abn) ? json.abn : undefined
    }
  )

/** The simulator's action, in words, and its reason: somebody set it. */
const words = {
  answer_status: ({ status }) => `Answered ${status ?? "an error"}, as was set.`,
  answer_late: ({ delay_ms }) => `Answered ${delay_ms ?? 0} ms late, as was set.`,
  drop_before_answer: () => "Closed the connection without doing the work, as was set.",
  drop_after_work: () => "Did the work, then closed the connection without an answer, as was set.",
  no_answer: () => "Gave no answer, as was set.",
  malformed_json: () => "Answered broken JSON, as was set.",
  wrong_content_type: () => "Answered another content type, as was set.",
  missing_member_number: () => "Left the member number out of the answer, as was set.",
  more_than_no_match: () => "Added details to an answer without a match, as was set.",
  over_match: () => "Matched an employer that isn't in the book, as was set."
} satisfies { readonly [Play in S.Fault["play"]]: (fault: S.Fault) => string }

/** Plays the fault plan, and the faults that a request's header asks for, on the simulated operations. */
export const playFaults = (
  operationOf: (method: string, path: string) => string | undefined
): Layer.Layer<never, never, HttpRouter.HttpRouter | Faults | EventLog> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const faults = yield* Faults
      const log = yield* EventLog

      const play = (app: App, request: Request, operation: string, fault: S.Fault): App => {
        const note = {
          kind: "fault_played",
          summary: words[fault.play](fault),
          detail: { play: fault.play },
          // The answers of these two are as good as without the fault.
          ...(fault.play === "answer_late" || fault.play === "over_match" ? { outcome: "good" as const } : {})
        }
        return plays[fault.play].play({
          ...{ app, request, fault },
          note: log.note(note),
          noteUnanswered: log.noteUnanswered(request, operation, note)
        })
      }

      const playOn = Effect.fnUntraced(function* (app: App, request: Request, operation: string) {
        const named = request.headers[faultHeader]
        if (named !== undefined) {
          const fault = faultOfHeader(named)
          return Option.isNone(fault) ? unplayable : yield* play(app, request, operation, fault.value)
        }
        const fault = yield* faults.next({ operation, abn: yield* abnIn(request) })
        return Option.isNone(fault) ? yield* app : yield* play(app, request, operation, fault.value)
      })

      return HttpRouter.middleware(
        (app: App): App =>
          Effect.flatMap(
            HttpServerRequest.HttpServerRequest as unknown as Effect.Effect<Request>,
            (request) => {
              const operation = operationOf(request.method, pathOf(request.url))
              if (operation === undefined) return app
              return faults.hasAny() || request.headers[faultHeader] !== undefined
                ? playOn(app, request, operation)
                : app
            }
          ),
        { global: true }
      )
    })
  )
