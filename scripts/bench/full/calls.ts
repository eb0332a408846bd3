import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Load } from "../fund-simulator/closedLoop.ts"
import type { Kind } from "../http/requests.ts"
import type { Serving } from "../onboarding/Side.ts"

/** What `reads` and `writes` of one side reached in a round. */
export interface Calls {
  readonly read: Load
  readonly write: Load
}

interface LoadJob {
  readonly port: number
  readonly key: string
  readonly employerId: string
  readonly kind: Kind
  readonly count: number
}

const loadProcess = fileURLToPath(new URL("../http/loadProcess.ts", import.meta.url))

/** Puts a load on a server, from a process of its own. Fails if a call is refused. */
export const loadOf = ({ count, employerId, key, kind, port }: LoadJob) =>
  Effect.promise(async () => {
    const args = [loadProcess, String(port), key, employerId, kind, String(count)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const load = JSON.parse(stdout) as Load
    if (Object.keys(load.refused).length > 0)
      throw new Error(`Calls were refused: ${JSON.stringify(load.refused)}`)
    return load
  })

/** Reads an employer again and again, then makes employers, as the rows of the partner API do. */
export const callsOf = Effect.fnUntraced(function* (
  { origin, side: { key } }: Serving,
  employerId: string,
  count: number
) {
  const port = Number(new URL(origin).port)
  const read = yield* loadOf({ port, key, employerId, kind: "read", count })
  return { read, write: yield* loadOf({ port, key, employerId, kind: "write", count }) } satisfies Calls
})
