import * as Command from "effect/cli/Command"
import { runProgram, serveSimulator, simulatorFlags } from "../src/index.ts"
import { counter } from "./counter.ts"

const command = Command.make("counter-simulator", simulatorFlags(counter), (flags) =>
  serveSimulator(counter, flags)
)
runProgram(
  command.pipe(Command.withDescription(`${counter.title}, for development and tests`)),
  counter.version
)
