import { runProgram, serveSimulator, simulatorFlags } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { fundNames } from "./funds.ts"
import { fundSimulator } from "./fundSimulator.ts"

const flags = {
  ...simulatorFlags(fundSimulator()),
  fund: Flag.Literals("fund", fundNames).pipe(
    Flag.withDescription("Which fund to play"),
    Flag.withDefault("banksia" as const)
  ),
  apiKeyFile: Flag.String("api-key-file").pipe(
    Flag.withDescription("File with the key that callers present; made if there is none"),
    Flag.optional
  )
}

const command = Command.make("fund-sim", flags, ({ apiKeyFile, fund, ...serving }) =>
  serveSimulator(
    fundSimulator({ fund, ...(Option.isSome(apiKeyFile) ? { apiKeyFile: apiKeyFile.value } : {}) }),
    serving
  )
).pipe(Command.withDescription("A super fund to integrate with: registers members, looks employers up"))

runProgram(command, fundSimulator().version)
