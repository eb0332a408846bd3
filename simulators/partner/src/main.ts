import { runProgram, serveSimulator, simulatorFlags } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { listenCommand } from "./listen/listenCommand.ts"
import { partnerSimulator } from "./partnerSimulator.ts"

const flags = {
  ...simulatorFlags(partnerSimulator()),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("The service whose entities are fetched; by default, the one on this machine"),
    Flag.optional
  )
}

const command = Command.make("partner-sim", flags, ({ serviceUrl, ...serving }) =>
  serveSimulator(partnerSimulator(Option.isSome(serviceUrl) ? { serviceUrl: serviceUrl.value } : {}), serving)
).pipe(
  Command.withDescription("Payroll software that receives webhooks and fetches the entities that they name"),
  Command.withSubcommands([listenCommand])
)

runProgram(command, partnerSimulator().version)
