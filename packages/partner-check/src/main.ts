import { runProgram } from "@embedded-super/conformance/cli/runProgram"
import * as Command from "effect/cli/Command"
import { command } from "./cli/command.ts"
import { version } from "./version.ts"

runProgram(Command.run(command, { version }))
