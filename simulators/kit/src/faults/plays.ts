/**
 * Each fault's label on the page, and its implementation. A new fault is a value of `play` in
 * specs/schemas/simulator-faults.yaml and a row here; a missing row is a compile error.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { problemResponse } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Types from "effect/Types"
import type { Socket } from "node:net"

type Response = HttpServerResponse.HttpServerResponse
type App = Effect.Effect<Response, Types.unhandled>
type Request = HttpServerRequest.HttpServerRequest
type Json = Readonly<Record<string, unknown>>

const textOf = ({ body }: Response): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const jsonOf = (response: Response): Json | undefined => {
  const parsed = Result.getOrUndefined(Result.try((): unknown => JSON.parse(textOf(response))))
  return Predicate.isReadonlyObject(parsed) ? parsed : undefined
}

const isGood = ({ status }: Response): boolean => status >= 200 && status < 300

const withText = (text: string, contentType: string, { status }: Response): Response =>
  HttpServerResponse.text(text, { status, contentType })

/** Replaces an answer's body if the fault applies to that kind of answer. */
const rewritten = (response: Response, rewrite: (json: Json) => Json | undefined): Response => {
  const json = isGood(response) ? jsonOf(response) : undefined
  const other = json === undefined ? undefined : rewrite(json)
  return other === undefined
    ? response
    : withText(JSON.stringify(other), response.headers["content-type"] ?? "application/json", response)
}

const withoutNumber = (json: Json): Json | undefined => {
  const details = json["member_details"]
  if (!Predicate.isReadonlyObject(details)) return undefined
  const { member_number: _, ...rest } = details as Json
  return { ...json, member_details: rest }
}

const madeUp = { employer_number: "EMP-000000" }

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

const socketOf = (request: Request): Socket => (request.source as { readonly socket: Socket }).socket

/** Waits until the connection closes, without an answer. */
const untilGone = (socket: Socket): Effect.Effect<never> =>
  Effect.callback<never>((resume) => {
    if (socket.closed) resume(Effect.interrupt)
    else socket.once("close", () => resume(Effect.interrupt))
  })

const hangUp = (request: Request): Effect.Effect<never> =>
  Effect.suspend(() => untilGone(socketOf(request).destroy()))

/** A call that a fault is played on. */
interface Spoilt {
  readonly app: App
  readonly request: Request
  readonly fault: S.Fault
  /** Logs the fault with the call's answer, or at once if the call gets none. */
  readonly note: Effect.Effect<void>
  readonly noteUnanswered: Effect.Effect<void>
}

interface Playing {
  /** The label for people. */
  readonly words: string
  readonly play: (call: Spoilt) => App
}

/** Performs the call, and alters its answer. An answer that the fault doesn't apply to stays as it is. */
const spoiling = (words: string, spoil: (response: Response) => Response): Playing => ({
  words,
  play: ({ app, note }) => Effect.tap(Effect.map(app, spoil), () => note)
})

export const plays: { readonly [Play in S.Fault["play"]]: Playing } = {
  answer_status: {
    words: "answer a status",
    play: ({ fault, note }) => Effect.as(note, refusal(fault))
  },
  answer_late: {
    words: "answer late",
    play: ({ app, fault, note }) =>
      Effect.tap(app, () => Effect.andThen(note, Effect.sleep(fault.delay_ms ?? 0)))
  },
  drop_before_answer: {
    words: "drop the connection, no work done",
    play: ({ noteUnanswered, request }) => Effect.andThen(noteUnanswered, hangUp(request))
  },
  drop_after_work: {
    words: "do the work, then drop the connection",
    play: ({ app, noteUnanswered, request }) =>
      Effect.andThen(Effect.andThen(app, noteUnanswered), hangUp(request))
  },
  no_answer: {
    words: "never answer",
    play: ({ noteUnanswered, request }) => Effect.andThen(noteUnanswered, untilGone(socketOf(request)))
  },
  malformed_json: spoiling("answer broken JSON", (response) => {
    const text = textOf(response) || "{}"
    return withText(text.slice(0, Math.ceil(text.length / 2)), "application/json", response)
  }),
  wrong_content_type: spoiling("answer another content type", (response) =>
    withText(textOf(response), "text/html", response)
  ),
  missing_member_number: spoiling("leave the member number out", (response) =>
    rewritten(response, withoutNumber)
  ),
  more_than_no_match: spoiling("add details to an answer without a match", (response) =>
    rewritten(response, (json) =>
      json["employer_found"] === false ? { ...json, employer_details: madeUp } : undefined
    )
  ),
  over_match: spoiling("match every employer", (response) =>
    rewritten(response, (json) =>
      json["employer_found"] === false ? { employer_found: true, employer_details: madeUp } : undefined
    )
  )
}
