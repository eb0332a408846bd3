import * as Command from "effect/cli/Command"
import { runProgram } from "../cli/runProgram.ts"
import { command } from "./cli/command.ts"
import { version } from "../version.ts"

runProgram(Command.run(command, { version }))
