import {
  otherFlags,
  otherOf,
  runProgram,
  serveSimulator,
  simulatorFlags
} from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listenCommand } from "./listen/listenCommand.ts"
import { partnerSimulator } from "./partnerSimulator.ts"

const flags = {
  ...simulatorFlags(partnerSimulator()),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("The service whose entities are fetched; by default, the one on this machine"),
    Flag.optional
  ),
  anyEmployer: Flag.Boolean("any-employer").pipe(
    Flag.withDescription(
      "Take over intents and issues of employers that it didn't create, as partner-check plays them"
    ),
    Flag.withDefault(false)
  ),
  other: otherFlags("partner", { fault: "no-signature-check", variant: "answers-200-with-body" })
}

const command = Command.make(
  "partner-sim",
  flags,
  Effect.fnUntraced(function* ({ anyEmployer, other, serviceUrl, ...serving }) {
    const own = {
      anyEmployer,
      ...(Option.isSome(serviceUrl) ? { serviceUrl: serviceUrl.value } : {}),
      ...(yield* otherOf(other, {
        faults: async () => (await import("./faults/index.ts")).faults,
        variants: async () => (await import("./variants.ts")).variants
      }))
    }
    yield* serveSimulator(partnerSimulator(own), serving)
  })
).pipe(
  Command.withDescription("Payroll software that receives webhooks and fetches the entities that they name"),
  Command.withSubcommands([listenCommand])
)

runProgram(command, partnerSimulator().version)
