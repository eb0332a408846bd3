/** `pnpm scene FILE...`: runs scenes, levers and calls in order, against a running `start`, and prints each step. */
import process from "node:process"
import { Difference } from "./demo/demoFile.ts"
import { explain, failedStep } from "./scene/failure.ts"
import { type SceneCall, sceneCall, usage } from "./scene/options.ts"
import { runScenes } from "./scene/runScene.ts"
import { findRunning } from "./scene/runningSystem.ts"
import { commandLine, UsageError } from "@embedded-super/program/commandLine"

const run = async ({ scenes, ...call }: SceneCall): Promise<void> => {
  const system = await findRunning({ scenes, ...call })
  const workflows = await runScenes(scenes, system)
  const failures = scenes.flatMap((scene) => {
    const workflow = workflows.find(({ workflowId }) => workflowId === scene.workflowId)
    const step = workflow === undefined ? undefined : failedStep(workflow)
    return step === undefined ? [] : [explain(step, scene, system.servers["partner-api"])]
  })
  if (failures.length > 0) throw new Difference(failures.join("\n"))
}

const call = commandLine(usage, sceneCall)

try {
  await run(call)
} catch (error) {
  if (!(error instanceof Difference) && !(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
