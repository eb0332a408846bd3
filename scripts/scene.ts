/** `pnpm scene FILE`: runs a scene, levers and calls in order, against a running `start`, and prints each step. */
import process from "node:process"
import { Difference } from "./demo/Difference.ts"
import { explain, failedStep } from "./scene/failure.ts"
import { type SceneCall, sceneCall, usage } from "./scene/options.ts"
import { runScene } from "./scene/runScene.ts"
import { findRunning } from "./scene/runningSystem.ts"
import { commandLine, UsageError } from "./support/commandLine.ts"

const run = async (call: SceneCall): Promise<void> => {
  const system = await findRunning(call)
  console.log(call.scene.title)
  const failed = failedStep(await runScene(call.scene, system))
  if (failed !== undefined) {
    throw new Difference(explain(failed, call.scene, system.servers["partner-api"]))
  }
}

const call = commandLine(usage, sceneCall)

try {
  await run(call)
} catch (error) {
  if (!(error instanceof Difference) && !(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
