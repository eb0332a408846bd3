/** The service's own `serve`, `worker` and `sftp`, which end themselves by SIGKILL where the parent has armed them. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import process from "node:process"
import { root, serve, sftp, worker } from "@embedded-super/service/commands"
import { DeliverySettings } from "@embedded-super/service/webhooks"
import { FundCallSettings } from "@embedded-super/service/funds"
import { FaultPoint, Telemetry } from "@embedded-super/service/platform"
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
