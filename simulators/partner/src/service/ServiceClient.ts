/**
 * Step 1 of an integration: a call with a product's key. Every call of the payroll application goes through here, from
 * its server. The key never reaches a browser.
 *
 * Why the SDK's client: its paths, bodies and answers have the types of the partner API. It returns refusals as values;
 * `ask` turns them into a typed failure with the service's own sentence.
 *
 * The trap: a POST whose answer got lost may have succeeded. Send it again with the same `Idempotency-Key`, which is why
 * callers make the key before the call.
 *
 * Guide: start/keys-and-products
 */
import { createClient, type PartnerClient } from "@embedded-super/partner-sdk"
import { EventLog, notedFetch } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PartnerHooks } from "../faults/Fault.ts"
import { Products } from "../products/Products.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { describeServiceCall } from "./describeServiceCall.ts"
import { refusedBy, type ServiceRefused, unreachable } from "./ServiceRefused.ts"

/** The result of a call with the SDK's client. */
interface Answered<Body> {
  readonly data?: Body
  readonly error?: unknown
  readonly response: Response
}

/** How long a call may take. */
const TIMEOUT_MS = 10_000

export class ServiceClient extends Context.Service<
  ServiceClient,
  {
    /** Calls the service with the key of a product; of the payroll's own product if none is named. */
    readonly ask: <Body>(
      call: (client: PartnerClient) => Promise<Answered<Body>>,
      productId?: string
    ) => Effect.Effect<Body, ServiceRefused>
  }
>()("@embedded-super/partner-simulator/ServiceClient") {
  static readonly layer = Layer.effect(
    ServiceClient,
    Effect.gen(function* () {
      const products = yield* Products
      const settings = yield* PayrollSettings
      const log = yield* EventLog
      const { call: calls = (request, send) => send(request) } = yield* PartnerHooks

      return ServiceClient.of({
        ask: Effect.fnUntraced(function* (call, productId = settings.productId()) {
          const baseUrl = settings.serviceUrl()
          const apiKey = productId === undefined ? undefined : products.keys()[productId]
          if (baseUrl === undefined) return yield* unreachable("Set the service's address in Settings.")
          if (apiKey === undefined) return yield* unreachable("Set a product and its key in Settings.")
          // Every call is in the log, with its answer. An integration doesn't need that: it gives no `fetch`.
          const noted = yield* Effect.provideService(
            notedFetch({
              describe: describeServiceCall,
              headersAgain: () => ({ "X-API-Key": products.keys()[productId ?? ""] ?? apiKey })
            }),
            EventLog,
            log
          )
          const fetchInTime = (request: Request) =>
            calls(request, (request) => noted(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }))
          // One try: the inbox repeats its own work, and a person at a page sees at once what went wrong.
          const retry = { maxTries: 1 }
          const client = createClient({ baseUrl, apiKey, fetch: fetchInTime, retry })
          const { data, error, response } = yield* Effect.tryPromise({
            try: () => call(client),
            catch: () => unreachable(`No answer came from ${baseUrl}. Is the service running?`)
          })
          if (data === undefined) return yield* refusedBy(response.status, error)
          return data
        })
      })
    })
  )
}
