import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "./audit.ts"
import { BEGINNING, makeChainHead } from "./chainHead.ts"
import { sealsRepo } from "./SealsRepo.ts"

/**
 * Makes the last seal that is there the head of a broken chain, so that entries are sealed behind it, and records that. Returns what
 * was broken, and that seal's number; undefined if nothing is.
 *
 * The trap: where seals are gone, the job then seals what is there now. So this is for an operator alone, who kept a copy.
 */
export const resumeSealing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* sealsRepo
  const chain = yield* makeChainHead
  const resume = Effect.gen(function* () {
    yield* Effect.repeat(repo.lock, { until: (isLocked) => isLocked, schedule: Schedule.spaced("50 millis") })
    const reason = yield* chain.require.pipe(
      Effect.as(undefined),
      Effect.catchTag("BrokenChain", ({ found }) => Effect.succeed(found))
    )
    if (reason === undefined) return undefined
    const head = (yield* repo.head) ?? BEGINNING
    yield* chain.keep(undefined, head)
    const seal = String(head.seq)
    yield* audit({ actor: yield* operator, action: "audit.resume", detail: { reason, seal } })
    return { reason, seal }
  })
  return yield* sql.withTransaction(resume)
})
