import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Load } from "./closedLoop.ts"

/** Puts a load on a server, from a process of its own. Fails if a call is refused. */
export const runLoad = async (program: URL, ...args: ReadonlyArray<string | number>): Promise<Load> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(program),
    ...args.map(String)
  ])
  const load = JSON.parse(stdout) as Load
  if (Object.keys(load.refused).length > 0)
    throw new Error(`Calls were refused: ${JSON.stringify(load.refused)}`)
  return load
}
