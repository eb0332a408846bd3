import { connectionMessage } from "@embedded-super/rules/calls/connectionMessage"
import { readJson } from "@embedded-super/rules/calls/readJson"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ExchangeId, Exchanges } from "../../exchange/Exchange.ts"
import { calling } from "../../run/Stopwatch.ts"
import type { Answer, Operation } from "../FundUnderTest.ts"
import type { Received } from "./send.ts"

/** The operations of the contract. */
export const operationIds: { readonly [Name in Operation]: string } = {
  registration: "registerMember",
  lookup: "lookUpEmployer",
  details: "receiveEmployerDetails"
}

/** A request that was sent, for the report. */
export interface Sent {
  /** Undefined for the token endpoint. */
  readonly operation: Operation | undefined
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** A command that makes the call again, where curl can't. */
  readonly command?: string
}

/** As the service reads it: a part that is nested too deep, or that nothing could store, counts as null. */
const jsonIn = (body: Buffer): unknown =>
  Result.getOrUndefined(Result.map(readJson(body), ({ value }) => value))

const textOf = (body: Sent["body"]): string | null =>
  body === null || typeof body === "string" ? body : Buffer.from(body).toString()

const answerOf = (id: ExchangeId, received: Received, words: string | null): Answer => {
  const { body, code, failure, headers, isCut, status, took } = received
  return { id, status, headers, text: body.toString(), json: jsonIn(body), isCut, failure, code, words, took }
}

/** Makes a call and records it with its result. */
export const recorded =
  (exchanges: Exchanges, isPinned: boolean) =>
  (sent: Sent, made: Effect.Effect<Received>, words?: string): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const received = yield* calling(made)
      const { body, code, failure, headers, status } = received
      const { id } = yield* exchanges.record({
        operation: sent.operation && operationIds[sent.operation],
        startedAt,
        took: received.took,
        call: {
          method: /^[A-Z]{1,20}$/.test(sent.method) ? sent.method : "OTHER",
          url: sent.url,
          request: { headers: sent.headers, body: textOf(sent.body) }
        },
        ...(sent.command === undefined ? {} : { command: sent.command }),
        answer: status === null ? undefined : { status, headers, body: body.toString() },
        failure: failure ?? undefined
      })
      const own = failure === null || failure === "not_authorised" ? null : { code, failure }
      return answerOf(id, received, words ?? (own && connectionMessage(own, isPinned)))
    })
