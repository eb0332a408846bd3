/** The receiver's calls of one played server, in the order in which they began. */
import type { Answered } from "@embedded-super/http-manners"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { CurrentCheck, type Exchanges } from "../../exchange/Exchange.ts"
import type { Callback, Which } from "../PartnerUnderTest.ts"

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

interface CallbacksOptions {
  readonly baseUrl: () => string
  readonly exchanges: Exchanges
  readonly productOf: (key: string) => Which | undefined
  /** The check that a call belongs to, by its path. */
  readonly checkOf: (path: string) => string | undefined
}

/** The entity in a path of the partner API: /api/v1/employers/{id}. */
export const idIn = (path: string): string => path.split("/", 5)[4] ?? ""

const bodyOf = ({ body }: HttpServerResponse): string | null =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : null

export const makeCallbacks = ({ baseUrl, checkOf, exchanges, productOf }: CallbacksOptions) => {
  const calls: Array<Writable<Callback>> = []
  /** By the id in their paths: a burst has thousands of calls, and each is looked for. */
  const byId = new Map<string, Array<Callback>>()
  const waiting = new Set<() => void>()

  const wake = () => {
    for (const look of waiting) look()
  }

  /** Notes a call as it begins: one that is held back has no status yet. */
  const around = <A, E, R>(request: HttpServerRequest, handling: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const [path = "", query = ""] = request.url.split("?", 2)
      const key = request.headers["x-api-key"]
      const beganAt = yield* Clock.currentTimeMillis
      const call: Writable<Callback> = {
        id: exchanges.begin(),
        method: request.method,
        path,
        query,
        product: key === undefined ? undefined : productOf(key),
        hasKey: key !== undefined,
        idempotencyKey: request.headers["idempotency-key"],
        status: 0,
        beganAt,
        endedAt: beganAt
      }
      calls.push(call)
      const id = idIn(path)
      byId.set(id, [...(byId.get(id) ?? []), call])
      begun.set(request, call)
      wake()
      return yield* handling
    })

  const begun = new WeakMap<HttpServerRequest, Writable<Callback>>()

  const onAnswer = ({ operation, path, request, response }: Answered) =>
    Effect.gen(function* () {
      const call = begun.get(request)
      if (call === undefined) return
      call.endedAt = yield* Clock.currentTimeMillis
      const { id } = yield* exchanges
        .record(
          {
            operation,
            startedAt: call.beganAt,
            took: call.endedAt - call.beganAt,
            call: {
              method: call.method,
              url: `${baseUrl()}${request.url}`,
              request: { headers: { ...request.headers }, body: null }
            },
            answer: { status: response.status, headers: { ...response.headers }, body: bodyOf(response) },
            failure: undefined
          },
          call.id
        )
        .pipe(Effect.provideService(CurrentCheck, checkOf(path)))
      // Another one if this call is one of too many.
      call.id = id
      call.status = response.status
      wake()
    })

  return {
    around,
    onAnswer,
    all: (): ReadonlyArray<Callback> => calls,
    about: (id: string): ReadonlyArray<Callback> => byId.get(id) ?? [],
    /** Calls `look` whenever a call begins or ends; returns what ends that. */
    watch: (look: () => void) => {
      waiting.add(look)
      return () => void waiting.delete(look)
    }
  }
}

export type Callbacks = ReturnType<typeof makeCallbacks>
