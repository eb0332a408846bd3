import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { HoldsSecret } from "@embedded-super/contracts/holdsSecret"
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { isSecretHeader } from "@embedded-super/pages/content/masking/maskedHeaders"
import {
  anyway,
  never,
  NO_ANSWER,
  notSendable,
  onlyAsItWas,
  resentHeaders
} from "@embedded-super/pages/content/sendAgain"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServer from "effect/http/HttpServer"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import { request } from "undici"
import { newId } from "../../platform/ids/newId.ts"
import { machineNow } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { NOT_KEPT, type Resender } from "./Resender.ts"

const WITHIN_MILLIS = 30_000

const secretsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<string> => {
  const found: Array<string> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      if (Context.get(mergedAnnotations, HoldsSecret)) found.push(endpoint.identifier)
    }
  })
  return found
}

/** A path that was noted whole: one with other segments than ids and words isn't. */
const isWhole = (path: string): boolean => !path.includes("…")

/** The service's own address: another program may have the same port at another address of this machine. */
export const ownAddress = (address: NetAddress.SocketAddress): string | undefined => {
  if (NetAddress.isUnixPathAddress(address)) return undefined
  const url = Result.getOrUndefined(NetAddress.toUrl(address))
  if (url !== undefined && NetAddress.isUnspecified(address.address)) url.hostname = "127.0.0.1"
  return url?.origin
}

/**
 * Calls to the service, sent to its own address once more: with the caller's own key or token, through the same front
 * door. Its changes belong to the caller.
 */
export const serviceCalls = Effect.gen(function* () {
  const server = yield* HttpServer.HttpServer
  const timeline = yield* Timeline
  const secrets = new Set([...secretsOf(PartnerApi), ...secretsOf(EmbedApi)])

  const resender: Resender = {
    offerFor: ({ detail, method, path }, exchange) => {
      if (method === null || path === null || exchange?.isRaw !== true || exchange.request === null)
        return Effect.succeed(never(NOT_KEPT))
      const target = exchange.request.target ?? path
      if (!isWhole(target)) return Effect.succeed(never("Its path isn't kept. Make the call anew."))
      if (secrets.has(detail["operation"] ?? "")) {
        return Effect.succeed(
          never("Its answer has a secret that is shown once, to its caller only. Make the call yourself.")
        )
      }
      return Effect.succeed(exchange.request.body === null ? onlyAsItWas("It has no body to edit.") : anyway)
    },

    send: Effect.fn("Again.serviceCalls")(function* ({ edited, entry, exchange }) {
      const { method, path } = entry
      const original = exchange?.request
      const own = ownAddress(server.address)
      if (original == null || method === null || path === null || own === undefined)
        return yield* notSendable(NOT_KEPT)
      const traceparent = yield* timeline.traceparent
      const hadKey = "idempotency-key" in original.headers
      // With the first call's key the service would only repeat its first answer.
      const headers = resentHeaders(original.headers, { key: yield* newId, traceparent })
      const body = edited ?? original.body
      const begun = machineNow()
      const answer = yield* Effect.tryPromise(async (signal) => {
        const answered = await request(`${own}${original.target ?? path}`, {
          method,
          headers,
          signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MILLIS)]),
          ...(body === null ? {} : { body })
        })
        const text = await answered.body.text()
        const received = Object.entries(answered.headers).map(([name, value]) => [name, String(value)])
        return {
          status: answered.statusCode,
          headers: Object.fromEntries(received) as Record<string, string>,
          body: text === "" ? null : text
        }
      }).pipe(Effect.orElseSucceed(() => NO_ANSWER))
      const keys = Object.keys(original.headers).filter(isSecretHeader)
      return {
        answer,
        durationMillis: Math.round(machineNow() - begun),
        notes: [
          ...(hadKey ? ["It has a new Idempotency-Key: with the first one nothing would happen again."] : []),
          ...(keys.length === 0 ? [] : ["It has the caller's own credentials."])
        ]
      }
    })
  }
  return resender
})
