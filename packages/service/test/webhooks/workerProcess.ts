/**
 * A worker in its own process, which ends itself by SIGKILL when it has reached a fault point the given number of
 * times: `node workerProcess.ts <database url> <fault point> <times>`.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import process from "node:process"
import { Database } from "../../src/platform/database/Database.ts"
import { DatabaseUrl } from "../../src/platform/database/DatabaseUrl.ts"
import { FaultPoint } from "../../src/platform/jobs/FaultPoint.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import { DeliverySettings } from "../../src/webhooks/delivery/deliverySettings.ts"
import { DeliveryWorker } from "../../src/webhooks/delivery/DeliveryWorker.ts"
import { TestVault, devSettings } from "../TestSettings.ts"

const [url = "", deadly = "", times = "1"] = process.argv.slice(2)
let left = Number(times)

const worker = DeliveryWorker.layer.pipe(
  Layer.provide(Jobs.layer),
  Layer.provide(TestVault.layer),
  Layer.provide(Database.layer),
  Layer.provide(Layer.succeed(DatabaseUrl, Redacted.make(url))),
  Layer.provide(devSettings)
)

await Layer.launch(worker).pipe(
  Effect.provideService(DeliverySettings, {
    ...DeliverySettings.defaultValue(),
    unwritten: { usual: 4, inDrain: 4, drainsAfter: 0 },
    sweepEvery: Duration.millis(50)
  }),
  Effect.provideService(FaultPoint, (name) =>
    Effect.sync(() => {
      if (name !== deadly) return
      left -= 1
      if (left === 0) process.kill(process.pid, "SIGKILL")
    })
  ),
  Effect.runPromise
)
