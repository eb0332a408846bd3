import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Load } from "../fund-simulator/closedLoop.ts"
import type { Serving } from "../onboarding/Side.ts"

/** What `reads` and `writes` of one side reached in a round. */
export interface Calls {
  readonly read: Load
  readonly write: Load
}

const loadProcess = fileURLToPath(new URL("../http/loadProcess.ts", import.meta.url))

/** Reads an employer again and again, then makes employers, as the rows of the partner API do. */
export const callsOf = ({ origin, side }: Serving, employerId: string, count: number) =>
  Effect.gen(function* () {
    const once = (kind: "read" | "write") =>
      Effect.promise(async () => {
        const args = [loadProcess, new URL(origin).port, side.key, employerId, kind, String(count)]
        const { stdout } = await promisify(execFile)(process.execPath, args)
        const load = JSON.parse(stdout) as Load
        if (Object.keys(load.refused).length > 0)
          throw new Error(`${side.name} refused: ${JSON.stringify(load.refused)}`)
        return load
      })
    return { read: yield* once("read"), write: yield* once("write") } satisfies Calls
  })
