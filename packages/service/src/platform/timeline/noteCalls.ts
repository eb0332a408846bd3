/**
 * Notes each call to the service's APIs: the caller, the answer, and the things that it is about. The call's whole handling
 * is one step, so its consequences have the call as their cause.
 *
 * The trap: a path may hold anything that a caller typed. Only ids and words of the API's own paths are noted of it.
 */

import { type Answered, memberOf, type ServerManners } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Context from "effect/Context"
import { isUuid } from "../ids/newId.ts"
import { names } from "./NamesRepo.ts"
import { quietly, machineNow, shownPath } from "./things.ts"
import { type RawMessage, type Thing, Timeline } from "./Timeline.ts"

/** The time line's data about a call to the service, set by the parts that handle the call. */
export interface Call {
  /** Who made it, once it is authenticated: a partner, a product, or a person in an embed of a product. */
  caller?: {
    readonly who: "partner" | "product" | "employee" | "employer"
    readonly partnerId?: string
    readonly productId?: string
    readonly about: ReadonlyArray<Thing>
  }
  /** The answer before it was compressed. */
  plain?: HttpServerResponse
}

/** The call that this fibre handles; undefined if it handles none, or if the time line is off. */
export const CurrentCall = Context.Reference<Call | undefined>(
  "@embedded-super/service/platform/timeline/CurrentCall",
  { defaultValue: () => undefined }
)

/** The things that the ids in a path and in an answer are of, by the segment before the id. */
const THINGS: Readonly<Record<string, string>> = {
  employees: "employee",
  employers: "employer",
  "employer-issue": "employer_issue",
  "onboarding-session": "onboarding_session",
  "onboarding-sessions": "onboarding_session",
  "onboarding-session-intent": "onboarding_session_intent",
  "onboarding-session-intents": "onboarding_session_intent",
  products: "product",
  // A delivery has the id of its event.
  "webhook-deliveries": "event"
}

/** Polling and health checks aren't events. A path outside the APIs is a page. */
const isNoted = ({ operation, path, request, response }: Answered): boolean => {
  if (path.startsWith("/health/")) return false
  if (request.headers["x-embed-poll"] === "1" && response.status < 400) return false
  return operation === undefined
    ? path.startsWith("/api/") || path.startsWith("/embed-api/")
    : !path.startsWith("/_")
}

const thingsIn = (path: string, answeredId: unknown): ReadonlyArray<Thing> => {
  const segments = path.split("/")
  const named = segments.flatMap((segment, at) => {
    const kind = THINGS[segments[at - 1] ?? ""]
    return kind !== undefined && isUuid(segment) ? [{ kind, id: segment.toLowerCase() }] : []
  })
  const last = segments.findLast((segment) => segment in THINGS)
  return last !== undefined && Predicate.isString(answeredId) && isUuid(answeredId)
    ? [{ kind: THINGS[last] ?? last, id: answeredId }, ...named.filter(({ id }) => id !== answeredId)]
    : named
}

const textOf = (body: HttpBody.HttpBody): string | null =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : null

/** The request's text if its body was read: an unread one may never end. */
const requestText = (request: HttpServerRequest): Effect.Effect<string | null> =>
  Predicate.hasProperty(request.source, "readableEnded") && request.source.readableEnded === true
    ? Effect.map(
        Effect.orElseSucceed(request.text, () => ""),
        (text) => (text === "" ? null : text)
      )
    : Effect.succeed(null)

const stringsOf = (headers: Readonly<Record<string, string | undefined>>): RawMessage["headers"] =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )

/** For `serve`: notes each call as a step of its own. Empty if the time line is off. */
export const noteCalls = Effect.gen(function* () {
  const timeline = yield* Timeline
  if (!timeline.isOn) return {}
  const nameOf = yield* names

  const callerOf = Effect.fnUntraced(function* (caller: Call["caller"], path: string) {
    if (caller === undefined) return path.startsWith("/embed-api/") ? "A person in an embed" : undefined
    const { partnerId, productId, who } = caller
    if (who === "employee") return "The employee"
    if (who === "employer") return "The employer"
    return productId === undefined ? yield* nameOf.partner(partnerId ?? "") : yield* nameOf.product(productId)
  })

  const noteAnswer = Effect.fnUntraced(function* (answered: Answered) {
    if (!isNoted(answered)) return
    const { durationMillis, operation, path, request, requestId } = answered
    if (answered.response.status < 400 && timeline.leavesOut("call_received")) return
    const call = yield* CurrentCall
    const isPlain = call?.plain?.status === answered.response.status
    const response = isPlain && call.plain !== undefined ? call.plain : answered.response
    const text = textOf(response.body)
    const body =
      text === null ? undefined : Result.getOrUndefined(Result.try(() => JSON.parse(text) as unknown))
    const code = response.status < 400 ? undefined : memberOf(body, "code")
    const from = yield* callerOf(call?.caller, path)
    const about = [...thingsIn(path, memberOf(body, "data", "id")), ...(call?.caller?.about ?? [])]
    yield* timeline.note({
      kind: "call_received",
      detail: {
        operation: operation ?? "an unknown path",
        status: response.status,
        code: Predicate.isString(code) ? code : null
      },
      isStep: true,
      about: about.filter(({ id }, at) => about.findIndex((other) => other.id === id) === at).slice(0, 20),
      ...(from === undefined ? {} : { from }),
      to: "Embedded Super",
      call: { method: request.method, path: shownPath(path), status: response.status, requestId },
      beganAt: machineNow() - durationMillis,
      durationMillis,
      request: {
        headers: stringsOf(request.headers),
        body: yield* requestText(request),
        target: request.url
      },
      answer: { headers: stringsOf(answered.response.headers), body: text }
    })
  })

  return {
    onAnswer: (answered) => quietly(noteAnswer(answered)),
    around: (request, handling) =>
      timeline.step({ traceparent: request.headers["traceparent"] })(
        Effect.provideService(handling, CurrentCall, {})
      )
  } satisfies Pick<ServerManners, "around" | "onAnswer">
})
