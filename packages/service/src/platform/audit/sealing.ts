/**
 * The chain over the audit log (D-audit-seals): each entry gets a seal with the digest of its content, and a hash of
 * that and of the seal before. A background job adds the seals behind the head (`chainHead`); `verifySeals` finds what was changed
 * since.
 *
 * Why a job: a chain that each writer extends would make every request wait for the one before. The job takes the
 * entries that are committed, some seconds later, one process at a time.
 *
 * The trap: transactions commit in another order than their entries' times, so an entry may follow later ones in the
 * chain. The frequent run looks back by two minutes only, the one every five minutes by a day: an entry that is committed
 * later than that is never sealed, and `admin audit verify` reports it.
 */
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Vault } from "../crypto/Vault.ts"
import { periodically } from "../jobs/periodically.ts"
import { supervised } from "../jobs/supervised.ts"
import { BEGINNING, type Head, makeChainHead } from "./chainHead.ts"
import { type Seal, sealsRepo, SOON, type UnsealedEntry } from "./SealsRepo.ts"

/** How far behind the newest sealed entry the run every five minutes looks for entries that were committed late. */
export const LATE = Duration.days(1)

const AT_ONCE = 1000

/** Makes the hash of a seal: an HMAC, so that it can't be computed anew from the database alone. */
export const hashOf = Effect.map(
  Vault,
  (vault) =>
    (before: string, { at, digest, id, seq }: Omit<Seal, "hash">): string =>
      Buffer.from(vault.fingerprint("audit seals", `${before} ${seq} ${at} ${id} ${digest}`)).toString("hex")
)

/**
 * Adds the seals of entries that have none, and returns how many. Adds none while another process does, and fails if the chain
 * is broken.
 */
export const makeSealing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* sealsRepo
  const chain = yield* makeChainHead
  const hash = yield* hashOf

  const page = Effect.fnUntraced(function* (within: Duration.Duration) {
    yield* repo.ownFunctions
    if (!(yield* repo.lock)) return 0
    const kept = yield* chain.require
    // Beside the version that kept no head, the chain may have grown behind it.
    const head = yield* repo.head
    const entries: ReadonlyArray<UnsealedEntry> = yield* repo.unsealed(within, AT_ONCE)
    let last: Head = head ?? BEGINNING
    const seals = entries.map((entry): Seal => {
      const seal = { ...entry, seq: last.seq + 1n }
      last = { seq: seal.seq, hash: hash(last.hash, seal) }
      return { ...seal, hash: last.hash }
    })
    if (seals.length > 0) yield* repo.insert(seals)
    if (last.seq !== kept?.seq) yield* chain.keep(kept, last)
    return seals.length
  }, sql.withTransaction)

  return (within: Duration.Duration = SOON) =>
    Effect.gen(function* () {
      let sealed = 0
      for (;;) {
        const added = yield* page(within)
        sealed += added
        if (added < AT_ONCE) return sealed
      }
    }).pipe(Effect.withSpan("audit.seal"))
})

/**
 * Seals every ten seconds. Every five minutes it also seals late entries, and logs the head of the chain: a log that is kept
 * elsewhere then shows whether entries were cut off at the end (`admin audit verify --head`).
 *
 * A broken chain fails no loop, because the process can do all else: the log says it, and the entries that wait.
 */
export const AuditSealing = Layer.effectDiscard(
  Effect.gen(function* () {
    const seal = yield* makeSealing
    const repo = yield* sealsRepo
    const late = Effect.gen(function* () {
      yield* seal(LATE)
      const head = yield* repo.head
      if (head === undefined) return
      yield* Effect.logInfo("The audit log is sealed").pipe(
        Effect.annotateLogs({ head: `${head.seq}:${head.hash}` })
      )
    }).pipe(
      Effect.catchTag("BrokenChain", ({ found }) =>
        Effect.logError(
          "The audit log isn't sealed any more: its chain is broken. `admin audit verify` says where"
        ).pipe(Effect.annotateLogs({ reason: found }))
      )
    )
    const soon = Effect.catchTag(seal(), "BrokenChain", () => Effect.void)
    yield* Effect.forkScoped(
      supervised("The sealing of the audit log", Effect.andThen(soon, Effect.sleep("10 seconds")))
    )
    yield* Effect.forkScoped(
      periodically("late audit entries", Cron.parseUnsafe("2-59/5 * * * *"), late, { simulated: false })
    )
  })
)
