/** The service's own `serve`, `worker` and `sftp`, which end themselves by SIGKILL where the parent has armed them. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import process from "node:process"
import { root } from "../../../packages/service/src/commands/root.ts"
import { serve, worker } from "../../../packages/service/src/commands/serve.ts"
import { sftp } from "../../../packages/service/src/commands/sftp.ts"
import { DeliverySettings } from "../../../packages/service/src/webhooks/delivery/deliverySettings.ts"
import { FundCallSettings } from "../../../packages/service/src/funds/calls/fundCallSettings.ts"
import { FaultPoint } from "../../../packages/service/src/platform/jobs/FaultPoint.ts"
import { Telemetry } from "../../../packages/service/src/platform/telemetry/Telemetry.ts"
import { pass } from "./faults.ts"

const defaults = Context.get(Context.empty(), FundCallSettings)
const delivery = Context.get(Context.empty(), DeliverySettings)
const often = { sweepEvery: Duration.millis(250), sweepAfter: Duration.zero }

root.pipe(
  Command.withSubcommands([serve, worker, sftp]),
  Command.run({ version: "chaos" }),
  Effect.provideService(FaultPoint, pass),
  Effect.provideService(
    FundCallSettings,
    process.env["LOOKS_OFTEN"] === undefined ? defaults : { ...defaults, ...often }
  ),
  Effect.provideService(
    DeliverySettings,
    process.env["KEEPS_NO_LEASE"] === undefined ? delivery : { ...delivery, lingerFor: Duration.zero }
  ),
  Effect.provide(Telemetry),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain()
)
