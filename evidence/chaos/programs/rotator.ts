/**
 * Replaces a product's signing secret again and again: `rotator.ts <product id>`. Two secrets are live; a worker reads
 * a new one when it renews its lease, every three seconds, at the latest, so what it sends is never older than the one
 * before.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import process from "node:process"
import { Database, DatabaseUrl, FaultPoint, Jobs } from "@embedded-super/service/platform"
import { WebhookEndpoints } from "@embedded-super/service/webhooks"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import { pass } from "./faults.ts"

const [productId = ""] = process.argv.slice(2)

const services = WebhookEndpoints.layer.pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(TestVault.layer),
  Layer.provideMerge(Database.layer),
  Layer.provideMerge(DatabaseUrl.fromEnvironment),
  Layer.provideMerge(devSettings)
)

Console.log("ready").pipe(
  Effect.andThen(
    Effect.flatMap(WebhookEndpoints, (endpoints) =>
      endpoints.rotateSecret(productId, { endOldest: true })
    ).pipe(Effect.repeat(Schedule.fixed("3 seconds")))
  ),
  Effect.provide(services),
  Effect.provideService(FaultPoint, pass),
  NodeRuntime.runMain
)
