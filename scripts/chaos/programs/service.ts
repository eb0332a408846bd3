/** The service's own `serve` and `worker`, which end themselves by SIGKILL where the parent has armed them. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { root } from "../../../packages/service/src/commands/root.ts"
import { serve } from "../../../packages/service/src/commands/serve.ts"
import { worker } from "../../../packages/service/src/commands/worker.ts"
import { FaultPoint } from "../../../packages/service/src/platform/jobs/FaultPoint.ts"
import { Telemetry } from "../../../packages/service/src/platform/telemetry/Telemetry.ts"
import { pass } from "./faults.ts"

root.pipe(
  Command.withSubcommands([serve, worker]),
  Command.run({ version: "chaos" }),
  Effect.provideService(FaultPoint, pass),
  Effect.provide(Telemetry),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain()
)
