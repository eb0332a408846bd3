import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** A tool's exit and its output. */
export interface ToolRun {
  readonly code: number | null
  readonly output: string
}

/** Runs Node on a file of `cwd`, with the arguments before and after it. */
export const runNode = (cwd: string, args: ReadonlyArray<string>): ToolRun => {
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" })
  return { code: status, output: `${stdout}${stderr}` }
}

/** Runs the project's TypeScript compiler on a project file. */
export const runTypeCheck = (cwd: string, project: string): ToolRun => {
  const { status, stderr, stdout } = spawnSync(
    join(projectRoot, "node_modules/.bin/tsc"),
    ["-p", project, "--pretty", "false"],
    { cwd, encoding: "utf8" }
  )
  return { code: status, output: `${stdout}${stderr}` }
}
