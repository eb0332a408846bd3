import { spawn } from "node:child_process"
import { performance } from "node:perf_hooks"
import process from "node:process"

/** One step of a check: a name for people and a command to run from the project's root. */
export interface Step {
  readonly name: string
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** Whether its output is printed even if it passes. */
  readonly alwaysPrints?: boolean
}

/** The result of a step. `output` holds both streams in order. */
export interface StepResult {
  readonly step: Step
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

/** Runs one step and collects its output. Resolves even if the step fails; a command that can't start is a failure. */
const runStep = (step: Step): Promise<StepResult> =>
  new Promise((resolve) => {
    const started = performance.now()
    const chunks: Array<string> = []
    const child = spawn(step.command, step.args, { stdio: ["ignore", "pipe", "pipe"], env: process.env })
    child.stdout.on("data", (chunk) => chunks.push(String(chunk)))
    child.stderr.on("data", (chunk) => chunks.push(String(chunk)))
    const end = (passed: boolean) =>
      resolve({ step, passed, seconds: (performance.now() - started) / 1000, output: chunks.join("") })
    child.on("error", (error) => {
      chunks.push(String(error))
      end(false)
    })
    child.on("close", (code) => end(code === 0))
  })

/**
 * Runs steps, a limited number at a time. Prints one line for each when it ends, and the whole output of those that
 * failed or have `alwaysPrints`.
 */
export const runSteps = async (
  steps: ReadonlyArray<Step>,
  atOnce = 2
): Promise<ReadonlyArray<StepResult>> => {
  const waiting = [...steps]
  const results: Array<StepResult> = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step)
      results.push(result)
      console.log(`${result.passed ? "ok  " : "FAIL"} ${step.name} (${result.seconds.toFixed(1)} s)`)
      if (!result.passed || step.alwaysPrints === true) console.log(indent(result.output))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `     ${line}`)
    .join("\n")
