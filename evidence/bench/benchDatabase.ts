import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues } from "@embedded-super/service/onboarding"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { DeliveryWorker, Events, WebhookEndpoints } from "@embedded-super/service/webhooks"
import { aProduct, devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import type { Server } from "../chaos/world/Server.ts"

const servicesOn = (url: Redacted.Redacted) =>
  Layer.mergeAll(EmployerIssues.layer, WebhookEndpoints.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

/** Makes a database for one measurement, and returns a function that runs the service's parts on it. */
export const newBenchDatabase = Effect.fnUntraced(function* (server: Server, name: string) {
  yield* server.newDatabase(name)
  const services = yield* Layer.buildWithScope(servicesOn(server.url(name)), yield* Scope.Scope)
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideContext(effect, services)
})

export type Run = Effect.Success<ReturnType<typeof newBenchDatabase>>

/** A product whose webhooks, those of issues included, go to this address. */
export const anAddress = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const productId = yield* aProduct()
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
  const { endpoint } = yield* (yield* WebhookEndpoints).set({ productId, url })
  return { id: endpoint.id, productId }
})

/** Runs the production worker until no delivery of these endpoints waits. */
export const drained = (endpointIds: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(Layer.fresh(DeliveryWorker.layer))
      const began = performance.now()
      const left = sql`SELECT FROM webhook_deliveries WHERE state = 'pending' AND ${sql.in("endpoint_id", endpointIds)}
        LIMIT 1`
      while ((yield* left).length > 0) yield* Effect.sleep("20 millis")
      return (performance.now() - began) / 1000
    })
  )
