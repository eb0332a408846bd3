/**
 * Which processes seal under a master key, and the watch of each over its own: what is sealed under a retired key is lost with it.
 * `retire` refuses while a process is seen that seals under the key; the watch finds those that it didn't see.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { NamedProcess } from "../config/program.ts"
import { processesHere } from "../database/SessionsRepo.ts"
import { A_MINUTE } from "../jobs/loops.ts"
import { supervised } from "../jobs/supervised.ts"
import { keyName, MasterKeys } from "./MasterKeys.ts"
import { resealingRepo } from "./ResealingRepo.ts"

/** The commands that seal as long as they run. */
const SEALING: ReadonlySet<string> = new Set(["serve", "serve-only", "worker", "sftp"])

/** The processes that seal under a key, and those of versions that don't say under which. */
export const sealersUnder = (id: Uint8Array) =>
  Effect.map(processesHere, (processes): ReadonlyArray<NamedProcess> =>
    processes.filter(({ masterKey, role }) =>
      masterKey === null ? SEALING.has(role) : masterKey === keyName(id)
    )
  )

/** Logs at error level if this process seals under a key that was retired since it started. */
export const noteRetired = Effect.gen(function* () {
  const { current } = yield* MasterKeys
  if (!(yield* (yield* resealingRepo).isRetired(current.id))) return
  yield* Effect.logError(
    "This process seals under a master key that was retired. Put the new key on the first line of MASTER_KEY_FILE, restart, and run `admin master-key reseal`"
  ).pipe(Effect.annotateLogs({ master_key: Buffer.from(current.id).toString("hex") }))
})

/** Looks each half minute while its scope is open. */
export const MasterKeyWatch = Layer.effectDiscard(
  Effect.forkScoped(
    supervised("The watch over the master key", Effect.andThen(noteRetired, Effect.sleep("30 seconds")), {
      turnsWithin: A_MINUTE
    })
  )
)
