import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { Events, WebhookDeliveries, WebhookEndpoints } from "@embedded-super/service/webhooks"
import { aProduct, devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import type { Receiver } from "../receiver/Receiver.ts"
import { keepHistory } from "./history.ts"
import type { Databases } from "./Server.ts"

/** The services that record events and set endpoints, as in production, on a database. */
const servicesOn = (url: Redacted.Redacted) =>
  Layer.mergeAll(Events.layer, WebhookEndpoints.layer, WebhookDeliveries.layer).pipe(
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

export type CellServices = Layer.Success<ReturnType<typeof servicesOn>>

/** An endpoint of a cell: whose it is, and the path at the receiver. */
export interface CellEndpoint {
  readonly id: string
  readonly productId: string
  readonly path: string
  readonly secret: string
}

/** A database of its own with endpoints at the receiver: the environment of one test. */
export interface Cell {
  readonly name: string
  readonly server: Databases
  readonly receiver: Receiver
  readonly endpoints: ReadonlyArray<CellEndpoint>
  /** Runs an effect with the service's own parts, on the cell's database. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, CellServices>>
}

const anEndpoint = Effect.fnUntraced(function* (receiver: Receiver, path: string) {
  const sql = yield* SqlClient.SqlClient
  const productId = yield* aProduct()
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
  const { endpoint, secret } = yield* (yield* WebhookEndpoints).set({ productId, url: receiver.url(path) })
  return { id: endpoint.id, productId, path, secret: Redacted.value(Option.getOrThrow(secret)) }
})

/** The first endpoint of a cell, which has one at least. */
export const endpointOf = ({ endpoints, name }: Cell): CellEndpoint => {
  const [endpoint] = endpoints
  if (endpoint === undefined) throw new Error(`the cell ${name} has no endpoint`)
  return endpoint
}

/** Makes a cell with so many endpoints; its connections close with the scope. */
export const newCell = Effect.fnUntraced(function* (
  server: Databases,
  receiver: Receiver,
  name: string,
  endpoints = 1
) {
  yield* server.newDatabase(name)
  const services = yield* Layer.buildWithScope(servicesOn(server.url(name)), yield* Scope.Scope)
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideContext(effect, services as Context.Context<CellServices>)
  const made = yield* run(
    Effect.andThen(
      keepHistory,
      Effect.forEach(
        Array.from({ length: endpoints }, (_, n) => `/${name}/${n}`),
        (path) => anEndpoint(receiver, path)
      )
    )
  )
  return { name, server, receiver, endpoints: made, run } satisfies Cell
})
